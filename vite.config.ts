import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Which page answers which path: the sign-in's own first, since /s/login lies below /s/. */
const pages = [
  { at: /^\/[se]\/(login|ingreso|redirect\/(authSSO|auth-token))\/?$/, page: '/s/sign-in/index.html' },
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

/** The light pages' build takes the contract without its rules: see the file that stands for zod. */
function contractWithoutRules(): Plugin {
  return {
    name: 'contract-without-rules',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      return source === 'zod' && this.environment.name === 'light' ? here('./web/employee/no-zod.ts') : null
    },
  }
}

/** Files that pdf.js fetches by name while it draws: decoders, character maps, the standard fonts. */
function pdfjsParts(): Plugin {
  const from = here('./node_modules/pdfjs-dist')
  const folders = ['wasm', 'cmaps', 'standard_fonts', 'iccs']
  return {
    name: 'pdfjs-parts',
    generateBundle() {
      if (this.environment.name !== 'client') return
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

/** The worker of notices, which the server hands out below /e/ as it is: a worker's own address is its scope. */
function pushWorker(): Plugin {
  const source = here('./web/employee/push-worker.js')
  return {
    name: 'push-worker',
    generateBundle() {
      if (this.environment.name !== 'light') return
      this.emitFile({ type: 'asset', fileName: 'employee/push-worker.js', source: readFileSync(source) })
    },
    configureServer(server) {
      server.middlewares.use('/e/avisos.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        createReadStream(source).pipe(response)
      })
    },
  }
}

// zod is told not to try eval before the first schema is made, which only one file of both can promise.
const zod = { name: 'zod', test: /node_modules\/zod\/|without-eval/ }
/** One file each in place of a hundred small ones, which a browser asks for one by one. */
const icons = { name: 'icons', test: /node_modules\/@tabler\// }
const shared = { name: 'shared', test: /\.(tsx?|m?js)$/, minShareCount: 12 }
const input = (page: string) => here(`./web/${page}/index.html`)

export default defineConfig({
  root: here('./web'),
  base: '/s/',
  publicDir: false,
  // The server puts the response's own nonce in its place.
  html: { cspNonce: '__NONCE__' },
  plugins: [react(), pagesInDevelopment(), pdfjsParts(), pushWorker(), contractWithoutRules()],
  build: {
    outDir: here('./dist/web'),
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    target: 'es2022',
  },
  // Two builds: what the light pages share with the portal would carry what only the portal uses of it.
  environments: {
    client: {
      build: {
        emptyOutDir: true,
        rolldownOptions: {
          input: { portal: input('portal') },
          output: { codeSplitting: { groups: [zod, icons, shared] } },
        },
      },
    },
    light: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: { employee: input('employee'), signin: input('sign-in'), verify: input('verify') },
          // One file of what all of them draw with: what is loaded to sign in is not loaded again after it.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'base',
                  test: /node_modules\/(react|react-dom|scheduler|get-nonce|@mantine\/core\/esm\/core)\/|vite\/preload-helper|contract\/palette|web\/shared\/\w+\/(session|wire|api-base|brand|theme|tokens|lazily|unsaved|language|paths|nonce)\.ts/,
                },
              ],
            },
          },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, light } = builder.environments
      if (client) await builder.build(client)
      if (light) await builder.build(light)
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
})
