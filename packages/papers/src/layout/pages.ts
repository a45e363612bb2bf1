/** The Letter page format, in points. */
export const page = { width: 612, height: 792, left: 72, right: 540, top: 72, bottom: 706, contentWidth: 468 } as const;

/** A part of a paper that is never split across pages. */
export interface Line {
  readonly height: number;
  /** The space above the line, in points. It is left out at the top of a page. */
  readonly gap?: number;
  /** Keeps the line on the same page as the next one. */
  readonly keepWithNext?: boolean;
  /** Repeated at the top of a page that begins with this line. */
  readonly head?: Line;
  readonly draw: (y: number) => void;
}

export type Page = readonly { readonly line: Line; readonly y: number }[];

export function keptWithNext(line: Line): Line {
  return { ...line, keepWithNext: true };
}

/** Places the lines below each other, on as many pages as they need. */
export function paginate(lines: readonly Line[]): Page[] {
  const pages: { line: Line; y: number }[][] = [[]];
  let y: number = page.top;
  const put = (line: Line) => {
    pages.at(-1)?.push({ line, y });
    y += line.height;
  };
  const turnPage = (first: Line | undefined) => {
    pages.push([]);
    y = page.top;
    if (first?.head) put(first.head);
  };
  for (const group of groupsOf(lines)) {
    const fits = y + heightOf(group, y === page.top) <= page.bottom;
    const fitsOnOnePage = heightOf(group, true) + (group[0]?.head?.height ?? 0) <= page.bottom - page.top;
    if (!fits && fitsOnOnePage) turnPage(group[0]);
    for (const line of group) {
      const { gap = 0, height } = line;
      // Only a group taller than a page is split.
      if (y > page.top && y + gap + height > page.bottom) turnPage(line);
      if (y > page.top) y += gap;
      put(line);
    }
  }
  return pages;
}

/** Groups the lines that must stay together. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [[]];
  for (const [index, line] of lines.entries()) {
    groups.at(-1)?.push(line);
    if (!line.keepWithNext && index < lines.length - 1) groups.push([]);
  }
  return groups;
}

function heightOf(group: readonly Line[], atTop: boolean): number {
  return group.reduce((sum, { gap = 0, height }, index) => sum + height + (index === 0 && atTop ? 0 : gap), 0);
}
