import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { pageData as data } from '../src/page-data.ts';

/** During development, `vite` itself serves the pages and forwards their API requests to this running stack. */
const stack = process.env['WEBSITE'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), pdfData()],
  define: { __PAGE_DATA__: JSON.stringify(data) },
  html: { cspNonce: '%NONCE%' },
  // No asset is inlined, because the pages' CSP refuses data: URLs.
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
    // What eight or more pages use is one file. As separate files, a first visit would send twice as many requests.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 8 }] } } },
    // The tokens use light-dark(). The fallback for older browsers wouldn't work with Mantine's color scheme.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    license: { fileName: 'assets/licenses.md' },
  },
  // The license file covers only the main pages' code, so the worker carries the license of its library.
  worker: { rolldownOptions: { output: { postBanner: `/*! hucre\n${licenseOf('hucre')}*/` } } },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    // The gateways accept a session only from pages of their own origin.
    proxy: Object.fromEntries(
      ['/v1', '/session', '/docs', '/states', '/oauth'].map((path) => [
        path,
        { target: stack, headers: { origin: stack } },
      ]),
    ),
  },
});

function licenseOf(name: string): string {
  return readFileSync(join(dirname(createRequire(import.meta.url).resolve(name)), '../LICENSE'), 'utf8');
}

/** The files that pdf.js loads by name while it runs: standard fonts, character maps and decoders. */
function pdfData(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const base = `assets/pdfjs-${version}`;
  const folders = ['standard_fonts', 'cmaps', 'wasm', 'iccs'];
  const files = new Map(folders.flatMap((folder) => namesIn(folder).map((name) => fileOf(folder, name))));
  return {
    name: 'pdf-data',
    config: () => ({ define: { __PDF_DATA__: JSON.stringify(`/${base}/`) } }),
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const file = files.get((req.url ?? '').slice(1));
        if (file === undefined) return next();
        res.setHeader('Content-Type', extname(file) === '.wasm' ? 'application/wasm' : 'application/octet-stream');
        res.end(readFileSync(file));
      });
    },
    generateBundle() {
      for (const [fileName, file] of files) this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
    },
  };

  function namesIn(folder: string): string[] {
    return readdirSync(join(root, folder)).filter((name) => !/quickjs/i.test(name));
  }

  function fileOf(folder: string, name: string): [string, string] {
    return [`${base}/${folder}/${name}`, join(root, folder, name)];
  }
}
