import { closeSync, existsSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

/** Whether this machine can move the clock of a single process. */
export const canMoveClocks = process.platform === 'linux' && process.arch === 'x64';

/**
 * Moves the wall clock of these processes, as if the clock of their host had changed. 0 undoes this. Monotonic clocks,
 * and so timers, stay as they are. A program in any language reads the clock through functions that the kernel maps into
 * each process, the vDSO. Makes these functions jump to the end of its last page, to code that adds the seconds.
 */
export function moveClock(pids: readonly number[], seconds: number): void {
  const image = readImage();
  for (const pid of pids) {
    const vdso = vdsoOf(pid);
    if (vdso === null) continue; // the process has ended
    const { start } = vdso;
    const memory = openSync(`/proc/${pid}/mem`, 'r+');
    for (const [index, { name, code }] of functions.entries()) {
      const entry = offsetOf(image, name);
      const added = image.length - 32 * (index + 1);
      if (seconds !== 0) writeSync(memory, Buffer.from([...code, ...int32(seconds), ret]), 0, null, start + added);
      const original = image.subarray(entry, entry + 5);
      const first = seconds === 0 ? original : Buffer.from([jmp, ...int32(added - entry - 5)]);
      writeSync(memory, first, 0, null, start + entry);
    }
    closeSync(memory);
  }
}

const [jmp, ret] = [0xe9, 0xc3];
/**
 * The functions of the vDSO, with machine code that makes the system call and begins to add to the seconds of its
 * result.
 */
const functions = [
  // mov eax, 228; syscall; test edi, edi; jnz to the return (another clock than the wall clock); add qword [rsi], …
  { name: 'clock_gettime', code: [0xb8, 228, 0, 0, 0, 0x0f, 0x05, 0x85, 0xff, 0x75, 0x07, 0x48, 0x81, 0x06] },
  // mov eax, 96; syscall; add qword [rdi], …
  { name: 'gettimeofday', code: [0xb8, 96, 0, 0, 0, 0x0f, 0x05, 0x48, 0x81, 0x07] },
] as const;

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function vdsoOf(pid: number): { start: number; size: number } | null {
  const maps = `/proc/${pid}/maps`;
  const found = /^(\w+)-(\w+) .*\[vdso\]$/m.exec(existsSync(maps) ? readFileSync(maps, 'utf8') : '');
  if (!found) return null;
  const [start = 0, end = 0] = found.slice(1).map((address) => Number.parseInt(address, 16));
  return { start, size: end - start };
}

/** Reads the vDSO of this process, which is the same in every process. */
function readImage(): Buffer {
  const { start, size } = vdsoOf(process.pid) ?? { start: 0, size: 0 };
  const image = Buffer.alloc(size);
  const memory = openSync('/proc/self/mem', 'r');
  readSync(memory, image, 0, size, start);
  closeSync(memory);
  return image;
}

/** Returns the offset of a function, according to the symbols of the ELF image. */
function offsetOf(image: Buffer, name: string): number {
  const word = (offset: number) => Number(image.readBigUInt64LE(offset));
  const section = (index: number) => word(0x28) + 0x40 * index;
  const indexes = Array.from({ length: image.readUInt16LE(0x3c) }, (_, index) => index);
  const dynsym = section(indexes.find((index) => image.readUInt32LE(section(index) + 4) === 11) ?? 0);
  const names = word(section(image.readUInt32LE(dynsym + 0x28)) + 0x18);
  const [first, size] = [word(dynsym + 0x18), word(dynsym + 0x20)];
  for (let symbol = first; symbol < first + size; symbol += 24) {
    const text = names + image.readUInt32LE(symbol);
    if (image.toString('latin1', text, image.indexOf(0, text)) === name) return word(symbol + 8);
  }
  throw new Error(`the kernel offers no ${name}`);
}
