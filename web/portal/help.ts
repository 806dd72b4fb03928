import type { ScreenId } from '#contract/permissions/permissions.ts'

/**
 * The pages of help in the order of their list: the word in their address, and the screens that they explain, of which
 * the first is where the task begins. Their titles are in `shell-frame` (`guia.pagina`), their texts in `help`.
 */
export const helpPages = {
  recibos: ['publishMassive'],
  documento: ['publishPersonal'],
  generica: ['publishGeneric'],
  nomina: ['employeesImport', 'employeeImport'],
  acceso: ['employeeslist', 'Employee', 'employeeCreate', 'printedCode'],
  firmas: ['signatureReminder', 'publicationNotices', 'documentSearch', 'processFollowUp'],
  no_conformes: ['disagreements'],
  deshacer: ['undoPublication'],
  certificado: ['certificates', 'certificateCreate', 'certificateImport'],
  tipos: ['folderList', 'folderCreate', 'folderEdit', 'subfolderList', 'subfolderCreate', 'subfolderEdit'],
} as const satisfies Record<string, readonly [ScreenId, ...ScreenId[]]>

export type HelpPage = keyof typeof helpPages

export const helpNames = Object.keys(helpPages) as HelpPage[]

/** The page that explains a screen; null where none does. */
export function helpOf(screen: ScreenId | null): HelpPage | null {
  return helpNames.find((name) => helpPages[name].some((each) => each === screen)) ?? null
}
