import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Which page answers which path: the sign-in's own first, since /s/login lies below /s/. */
const pages = [
  { at: /^\/[se]\/(login|ingreso)\/?$/, page: '/s/sign-in/index.html' },
  { at: /^\/verificar(\/[^/.]*)?$/, page: '/s/verify/index.html' },
  { at: /^\/e(\/[^.@]*)?$/, page: '/s/employee/index.html' },
  { at: /^\/s(\/(?!@|node_modules)[^.]*)?$/, page: '/s/portal/index.html' },
]

/** In development Vite answers every page at its real address, as the server does after a build. */
function pagesInDevelopment(): Plugin {
  return {
    name: 'pages-in-development',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '/', query] = (request.url ?? '/').split('?')
        const page = pages.find(({ at }) => at.test(path))?.page
        if (page) request.url = query ? `${page}?${query}` : page
        next()
      })
    },
  }
}

/** What pdf.js fetches by name while it draws: decoders, character maps, the standard fonts. */
function pdfjsParts(): Plugin {
  const from = here('./node_modules/pdfjs-dist')
  const folders = ['wasm', 'cmaps', 'standard_fonts', 'iccs']
  return {
    name: 'pdfjs-parts',
    generateBundle() {
      for (const folder of folders)
        for (const name of readdirSync(join(from, folder)).filter((each) => !/^(LICENSE|quickjs)/.test(each)))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs/${folder}/${name}`,
            source: readFileSync(join(from, folder, name)),
          })
    },
    configureServer(server) {
      server.middlewares.use('/s/assets/pdfjs', (request, response, next) => {
        const [, folder = '', name = ''] = (request.url ?? '').split('/')
        const file = join(from, folder, name)
        if (!folders.includes(folder) || !name || !statSync(file, { throwIfNoEntry: false })) return next()
        createReadStream(file).pipe(response)
      })
    },
  }
}

export default defineConfig({
  root: here('./web'),
  base: '/s/',
  publicDir: false,
  // The server puts the response's own nonce in its place.
  html: { cspNonce: '__NONCE__' },
  plugins: [react(), pagesInDevelopment(), pdfjsParts()],
  css: { postcss: { plugins: [] } },
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    target: 'es2022',
    rolldownOptions: {
      input: {
        portal: here('./web/portal/index.html'),
        employee: here('./web/employee/index.html'),
        signin: here('./web/sign-in/index.html'),
        verify: here('./web/verify/index.html'),
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
})
