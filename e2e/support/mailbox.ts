import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ParsedMail, simpleParser } from 'mailparser'

/** Waits for a mail to an address whose subject fits, among those that the server left in its folder. */
export async function mailTo(dataDir: string, address: string, subject: RegExp): Promise<ParsedMail> {
  for (let waited = 0; waited < 20_000; waited += 200) {
    for (const mail of await mailsIn(dataDir)) {
      const to = Array.isArray(mail.to) ? mail.to : mail.to ? [mail.to] : []
      if (to.some((one) => one.text.includes(address)) && subject.test(mail.subject ?? '')) return mail
    }
    await sleep(200)
  }
  throw new Error(`no mail to ${address} about ${subject}`)
}

/** Every mail of the folder, the newest first. */
export async function mailsIn(dataDir: string): Promise<ParsedMail[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const mails = names
    // A mail that is still being written bears a dot before its name.
    .filter((name) => name.endsWith('.eml') && !basename(name).startsWith('.'))
    .toSorted()
    .toReversed()
  return Promise.all(mails.map(async (name) => simpleParser(await readFile(join(folder, name)))))
}
