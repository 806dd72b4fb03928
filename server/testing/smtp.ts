import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A mail that the test server received. */
export interface ReceivedMail extends ParsedMail {
  recipients: string[]
}

/** The server's answer to the next mails: accept, or refuse the recipient with an SMTP status. */
export type SmtpMood = 'take' | { refuse: number; saying?: string }

export interface TestSmtp {
  /** For SMTP_URL. */
  url: string
  /** Everything taken so far, oldest first. */
  received: ReceivedMail[]
  mood: SmtpMood
  /** The next mail, or an earlier one not returned yet, waiting up to `seconds`. */
  receive(seconds?: number): Promise<ReceivedMail>
  close(): Promise<void>
}

/**
 * A real SMTP server on loopback.
 *
 * @param answersAfter milliseconds between taking a mail and saying so
 */
export async function startSmtp(answersAfter = 0): Promise<TestSmtp> {
  let asked = 0
  let arrived: () => void = () => {}
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo(_address, _session, done) {
      if (smtp.mood === 'take') return done()
      const { refuse, saying = 'not taken' } = smtp.mood
      done(Object.assign(new Error(saying), { responseCode: refuse }))
    },
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        smtp.received.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) })
        arrived()
        if (answersAfter > 0) setTimeout(done, answersAfter)
        else done()
      }, done)
    },
  })
  // A client that was killed in the middle.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    mood: 'take',
    async receive(seconds = 10) {
      const until = Date.now() + seconds * 1000
      for (;;) {
        const mail = smtp.received[asked]
        if (mail) {
          asked++
          return mail
        }
        if (Date.now() > until) throw new Error('no mail came')
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, until - Date.now() + 1)
          arrived = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  return smtp
}
