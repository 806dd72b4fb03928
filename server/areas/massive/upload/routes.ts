import type { FastifyReply, FastifyRequest } from 'fastify'
import { EVENTS, Server } from '@tus/server'
import { massive } from '#contract/massive/massive.ts'
import { refuse } from '#server/shared/errors.ts'
import { answerHeaders } from '#server/shared/answer-headers.ts'
import { admit, type Api } from '#server/shared/route.ts'
import type { Services } from '#server/shared/services.ts'
import { dropUpload } from '../cancelling.ts'
import { visiblePublications } from '../queries.ts'
import { noteComplete, noteReceived } from './receiving.ts'
import { type UploadStore, uploadStore } from './store.ts'

/** An upload under way: its owner, its publication, and its total number of bytes. */
interface Known {
  company: number
  process: number
  size: number
}

/**
 * Answers the tus protocol for the uploads that publications announced. The library that does it goes past `route()`,
 * so what stands before each call is done here, by the same means; an upload of another is as good as none.
 */
export function serveUploads({ server, services, calls }: Api): void {
  calls.push(massive.send, massive.drop)
  void server.register(async (scoped) => {
    // The library reads the bytes as they arrive.
    scoped.removeAllContentTypeParsers()
    scoped.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const known = new Map<string, Known>()
    let tus: Server | null = null
    const url = massive.send.path.replace('{subida}', ':subida')

    const admitted = async (request: FastifyRequest, call: typeof massive.send | typeof massive.drop) => {
      const session = await admit(services, call, request)
      const { subida } = request.params as { subida: string }
      const found = await services.tenant(session.company).read((db) =>
        visiblePublications(db, session)
          .select(['processes.id', 'publications.upload_size', 'publications.received'])
          .where('publications.upload_id', '=', subida)
          // The first file is uploaded by the publication's creator; a returned one by anybody who may continue it.
          .$if(call === massive.send, (query) =>
            query.where((is) =>
              is.or([
                is('processes.created_by', '=', session.userId),
                is('processes.step', '=', 'waiting_upload'),
              ]),
            ),
          )
          .executeTakeFirst(),
      )
      if (!found || found.upload_size === null) refuse('NOT_FOUND')
      return { session, subida, process: found.id, size: found.upload_size, received: found.received }
    }

    const pass = async (request: FastifyRequest, reply: FastifyReply) => {
      const { session, subida, process, size, received } = await admitted(request, massive.send)
      const store = await uploadStore(services.config)
      tus ??= protocol(services, store, known)
      const upload = { company: session.company, process, size }
      known.set(subida, upload)
      const come = await store.ensure(subida, size)
      // The answer to the last bytes, or the job that they enqueue, was lost.
      if (come === size && received < size) await noteComplete(services, { ...upload, uploadId: subida })
      reply.hijack()
      reply.raw.setHeader('cache-control', 'no-store')
      for (const [name, value] of Object.entries(answerHeaders(services.config)))
        reply.raw.setHeader(name, value)
      await tus.handle(request.raw, reply.raw)
    }
    scoped.route({ method: 'HEAD', url, config: { call: massive.send }, handler: pass })
    scoped.route({ method: 'PATCH', url, config: { call: massive.send }, handler: pass })
    scoped.route({
      method: 'DELETE',
      url,
      config: { call: massive.drop },
      handler: async (request, reply) => {
        const { session, subida, process } = await admitted(request, massive.drop)
        await dropUpload(services, session, { process, uploadId: subida }, request)
        return reply.status(204).header('tus-resumable', '1.0.0').send()
      },
    })
  })
}

function protocol(services: Services, store: UploadStore, known: Map<string, Known>): Server {
  const idOf = (name: string) => name.slice(name.lastIndexOf('/') + 1)
  const tus = new Server({
    path: `${services.config.apiBase}/v2/uploads`,
    datastore: store.store,
    maxSize: (_request, name) => known.get(idOf(name ?? ''))?.size ?? 1,
    // Our pages have the same origin; pages of other origins send no files here.
    allowedOrigins: [],
    getFileIdFromRequest: (_request, last) => (last ? store.nameOf(last) : undefined),
    async onUploadFinish(_request, { id }) {
      const uploadId = idOf(id)
      const upload = known.get(uploadId)
      if (upload) await noteComplete(services, { ...upload, uploadId })
      known.delete(uploadId)
      return {}
    },
    onResponseError(_request, error) {
      if (error instanceof Error) services.log.error({ err: error }, 'an upload failed')
      return undefined
    },
  })
  tus.on(EVENTS.POST_RECEIVE, (_request, { id, offset }) => {
    const upload = known.get(idOf(id))
    if (!upload) return
    noteReceived(services, upload, offset).catch((error: unknown) =>
      services.log.warn({ err: error }, 'the progress of an upload was not noted'),
    )
  })
  return tus
}
