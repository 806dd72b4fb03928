import { key, read } from './session.ts'

/** Remembers the backup that a mail's link is of, until its company's session is there. */
export function keepDownload(search: string): void {
  const asked = new URLSearchParams(search)
  const [company, download] = [asked.get('company'), asked.get('download')]
  if (company && download && download.length <= 100)
    localStorage.setItem(key('factory'), JSON.stringify({ company, download }))
}

/** The backup that was asked for, where it is this company's; once. */
export function takeDownload(company: number): string | null {
  const asked = read<{ company: string; download: string }>(localStorage, 'factory')
  if (asked?.company !== String(company)) return null
  forgetDownload()
  return asked.download
}

export function forgetDownload(): void {
  localStorage.removeItem(key('factory'))
}
