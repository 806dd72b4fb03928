/** Browser tests that go through an area of the screens, by the area's name in `web/` and `locales/`. */
const journeys: Record<string, readonly string[]> = {
  account: ['mail-change', 'session-rules'],
  archive: ['documents'],
  certificates: ['journey'],
  documents: ['documents', 'acts', 'preview'],
  employees: ['acts', 'import', 'employees-site'],
  folders: ['folders', 'signature-position'],
  generic: ['generic'],
  home: ['routes'],
  look: ['keyboard', 'page-policy'],
  massive: ['massive', 'massive-split', 'massive-outside'],
  me: ['employees-site', 'journey'],
  permissions: ['rights'],
  processes: ['process-failures', 'massive-waits'],
  publishing: ['journey', 'notices'],
  reminders: ['notices'],
  security: ['security', 'second-factor'],
  session: ['session-rules', 'switch'],
  shell: ['routes', 'switch', 'keyboard'],
  'sign-in': ['forgot', 'first-sign-in', 'single-sign-on'],
  sso: ['single-sign-on'],
  verification: ['journey'],
  verify: ['journey'],
}

/** The browser tests of a changed file of the screens or of their words; none for other files. */
export function journeysNear(path: string): string[] {
  if (!/^(web|locales)\//.test(path)) return []
  const area = Object.keys(journeys).find((name) => new RegExp(`/${name}(/|\\.json$)`).test(path))
  return (journeys[area ?? ''] ?? ['journey']).map((name) => `e2e/${name}.test.ts`)
}
