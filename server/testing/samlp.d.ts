/** The part of samlp that the tests' identity provider uses; its own types would add two web frameworks. */
declare module 'samlp' {
  export interface ExpressLike {
    method: string
    query: Record<string, string>
    body: Record<string, string>
    user: object | null
    originalUrl: string
    session: Record<string, unknown>
  }
  export interface ReplyLike {
    set(name: string, value: string): void
    send(body: string | number): void
    redirect(address: string): void
  }
  type Handler = (req: ExpressLike, res: ReplyLike, next: (error?: Error) => void) => void

  export interface Options {
    issuer: string
    cert: string
    key: string
    signingCert?: string
    audience?: string
    recipient?: string
    destination?: string
    inResponseTo?: string
    signAssertion?: boolean
    signResponse?: boolean
    signatureAlgorithm?: 'rsa-sha256' | 'rsa-sha1'
    digestAlgorithm?: 'sha256' | 'sha1'
    lifetimeInSeconds?: number
    sessionIndex?: string
    nameIdentifierFormat?: string
    getPostURL?: (
      audience: string,
      request: unknown,
      req: ExpressLike,
      callback: (error: Error | null, url: string) => void,
    ) => void
  }
  interface Participants {
    get(
      issuer: string,
      indices: string[],
      name: string,
      callback: (error: Error | null, found: object) => void,
    ): void
    remove(issuer: string, index: string, name: string, callback: (error: Error | null) => void): void
    hasElements(): boolean
  }
  const samlp: {
    auth(options: Options): Handler
    logout(options: Options & { sessionParticipants: Participants; protocolBinding?: string }): Handler
  }
  export default samlp
}
