/** Addresses of the portal's screens, below /s. A screen links with these and never writes one. */
export const paths = {
  home: () => '/home',
  /** The page of help of this address; without one, the list of them. */
  help: (page?: string) => `/help${page === undefined ? '' : `/${page}`}`,
  employees: () => '/employees/list',
  employee: (id: number | ':id') => `/employee/${id}`,
  /** `filled`: what the form is filled in with, and where it leads back to. */
  employeeCreate: (filled?: Readonly<Record<string, string>>) =>
    `/employees/create${filled ? `?${new URLSearchParams(filled)}` : ''}`,
  employeesImport: () => '/employees/import',
  employeeImport: (id: number | ':id') => `/employees/import/${id}`,
  /** A new file of unsubscriptions. `filters` is the query of the list that it is built from. */
  unsubscribe: (filters = '') => `/employees/unsubscribe${filters}`,
  unsubscription: (id: number | ':id') => `/employees/unsubscribe/${id}`,
  integrationProfiles: () => '/employees/integration-profile',
  integrationProfileFile: (id: number | ':id') => `/employees/integration-profile/${id}`,
  /** Employees who do not sign electronically. */
  declined: () => '/employees/declined',
  /** The code that lets somebody without a mail in, to be printed. */
  printedCode: (id: number | ':id') => `/employee/${id}/code`,
  /** The employees' site as one of them sees it. */
  viewAs: (id: number | ':id') => `/employee/${id}/view`,
  documents: () => '/documents/search',
  document: (id: number | ':id') => `/documents/detail/${id}`,
  disagreements: () => '/documents/disagreements',
  publish: () => '/documents/publish/personal',
  /** A massive publication at its current step; without an id, the form for a new one. */
  massive: (id?: number) => `/documents/publish/massive${id === undefined ? '' : `?proceso=${id}`}`,
  inbox: (id?: number) => `/fileUploadResume${id === undefined ? '' : `?abierto=${id}`}`,
  /** Publications that the viewer approves before anybody sees them. */
  held: () => '/fileUploadResume?ver=publicaciones',
  /** Changes that people proposed of their own record. */
  changes: () => '/fileUploadResume?ver=cambios',
  billboard: () => '/billboard',
  /** A new post, or a copy of another one. */
  postCreate: (copies?: number) => `/billboard/create${copies === undefined ? '' : `?copia=${copies}`}`,
  post: (id: number | ':id') => `/billboard/edit/${id}`,
  customMails: () => '/CustomEmails/list',
  /** The editor of one mail. */
  customMail: (event: string) => `/CustomEmails/edit?event=${event}`,
  workflows: () => '/workflow/list',
  workflow: (id: number | ':id') => `/workflow/${id}`,
  /** A new workflow, a draft that is gone on with, or a copy of another one that it replaces. */
  workflowCreate: (of: { draft?: number; copies?: number } = {}) =>
    `/workflow/create${of.draft ? `?borrador=${of.draft}` : of.copies ? `?copia=${of.copies}` : ''}`,
  processes: () => '/company/process-manager',
  /** Taking a publication back; with its process, that one. */
  undo: (process?: number) => `/documents/publish/undo${process === undefined ? '' : `?proceso=${process}`}`,
  /** Reminding of what waits for a signature: all, a publication's, or by type, sector (ids) and period (YYYY-MM). */
  reminders: (of?: number | Readonly<Record<string, string>>) =>
    `/documents/publish/signature-reminder${
      of === undefined ? '' : `?${new URLSearchParams(typeof of === 'number' ? { proceso: String(of) } : of)}`
    }`,
  /** Telling again of what was not read. */
  notices: (process?: number) =>
    `/documents/publish/notifications${process === undefined ? '' : `?proceso=${process}`}`,
  /** Follow-up of a publication. */
  followUp: (id: number | ':id') => `/company/process-manager/${id}`,
  certificates: () => '/certificates',
  certificateCreate: (replaced?: number) =>
    `/certificates/create${replaced === undefined ? '' : `?reemplaza=${replaced}`}`,
  certificateImport: (replaced?: number) =>
    `/certificates/import${replaced === undefined ? '' : `?reemplaza=${replaced}`}`,
  folders: () => '/folder/list',
  folderCreate: () => '/folder/create',
  folder: (id: number | ':id') => `/folder/${id}`,
  /** A folder with its types. */
  folderTypes: (id: number | ':id') => `/folder/${id}/subfolder/list`,
  typeCreate: (folder: number | ':id') => `/folder/${folder}/subfolder/create`,
  type: (folder: number | ':id', id: number | ':subfolder') => `/folder/${folder}/subfolder/${id}`,
  account: () => '/account',
  /** Differences that the check of the evidence found. */
  permissionMatrix: () => '/security/permissions',
  evidence: () => '/security/evidence',
  /** `wanted`: the address, below /s, that was refused; `missing`: for want of which actions, beyond its own. */
  forbidden: (wanted?: string, missing: readonly number[] = []) =>
    `/403/${wanted ? `?${new URLSearchParams({ ruta: wanted, ...(missing.length > 0 && { falta: missing.join() }) })}` : ''}`,
  missing: () => '/404/',
  /** `wanted`: the address that nothing has. */
  unknown: (wanted?: string) => `/404NH/${wanted ? `?ruta=${encodeURIComponent(wanted)}` : ''}`,
} as const

/** Addresses of the employees' site, below /e. */
export const employeePaths = {
  start: () => '/',
  documents: () => '/documentos',
  document: (id: number) => `/documentos/${id}`,
  /** The documents just signed together. */
  signed: (ids: readonly number[]) => `/firmado/${ids.join(',')}`,
  /** Papers that the person sends. */
  uploads: () => '/solicitudes',
  upload: (id: number) => `/solicitudes/${id}`,
  /** A new paper; `mends`: other sheets for a returned one; `again`: another in place of a rejected one. */
  newUpload: (of: { mends?: number; again?: number } = {}) => {
    const query = of.mends ? `?corrige=${of.mends}` : of.again ? `?reemplaza=${of.again}` : ''
    return `/solicitudes/nueva${query}`
  },
  /** Requests that wait for the person's own decision. */
  team: () => '/equipo',
  teamRequest: (id: number) => `/equipo/${id}`,
  /** The company's posts. */
  billboard: () => '/cartelera',
  account: () => '/cuenta',
  /** A section of the person's own record. */
  ownData: (section: 'address' | 'bank' | 'contact' | 'identity') => `/cuenta/datos/${section}`,
  /** Views of the person's documents by others. */
  seen: () => '/cuenta/vistos',
  sessions: () => '/cuenta/sesiones',
} as const

/** Whole addresses, between the sites. */
export const sites = {
  portal: '/s/',
  employees: '/e/',
  verification: '/verificar',
  login: (site: 's' | 'e') => `/${site}/login`,
  /** The privacy notice of a country: the server leads to the one that is configured, or shows ours. */
  privacy: (country: string) => `/privacidad?pais=${country}`,
} as const
