import type { PageFacts } from '#pdf/page-words.ts'
import type { Exception } from '#contract/massive/preview.ts'
import { callsAnotherBeside } from './naming.ts'
import { secondOn } from './owner/contradictions.ts'
import { marksOf } from './owner/marks.ts'
import { ownerOf } from './owner/verdict.ts'
import type { Owner } from './owner/verdict.ts'
import { readPage } from './page.ts'
import type { PageReading } from './page.ts'
import type { PeopleIndex } from './people.ts'
import { peopleShown } from './shown.ts'
import { idKey } from './plain.ts'
import { isAt, recurringByPage } from './recurring.ts'
import type { Recurring } from './recurring.ts'
import { isContradicted, suggestFor } from './suggesting.ts'
import { mostOfOne } from './thresholds.ts'
import type { ReadReceipt, ReadingRules } from './types.ts'

/** Reads the receipts of a file whose pages follow each other. */
export function readReceipts(
  pages: readonly PageFacts[],
  people: PeopleIndex,
  rules: ReadingRules,
): ReadReceipt[] {
  return receiptsOf(
    pages.map((page) => readPage(page, people, rules)),
    people,
    rules,
  )
}

interface Sheet {
  at: number
  page: PageReading
  owner: Owner
  /** Repeated content of its layout. */
  file: Recurring
}

/**
 * The same of pages that were read one by one: for files too long to be kept whole. `recurring`: what repeats on each of
 * them, where files beside this one tell it too.
 */
export function receiptsOf(
  pages: readonly PageReading[],
  people: PeopleIndex,
  rules: ReadingRules,
  recurring: readonly Recurring[] = recurringByPage(pages, people, rules),
): ReadReceipt[] {
  const groups: Sheet[][] = []
  for (const [at, page] of pages.entries()) {
    const file = recurring[at]
    if (!file) throw new Error('a page without what repeats on it')
    const sheet = { at, page, owner: ownerOf(page, file, people, rules), file }
    const open = groups.at(-1)
    if (open && belongs(sheet, open)) open.push(sheet)
    else groups.push([sheet])
  }
  const receipts = groups.map((group, at) => {
    const receipt = receiptFrom(group, groups[at - 1], people, rules)
    // Its end stands on the page of the next one, or on a page that can't be read.
    const next = groups[at + 1]?.[0]
    const goesOn = next?.owner.afterAnother === true || (next?.page.unread === true && lacksItsEnd(group))
    return goesOn && receipt.found === 'listo' ? { ...receipt, found: 'texto_dudoso' as const } : receipt
  })
  return withRepeated(receipts, groups).map((receipt, at) => withoutLateOwner(receipt, groups[at]?.[0]))
}

/** A receipt that begins with a later sheet is for a person to look at: whoever signs may be all that it names. */
function withoutLateOwner(receipt: ReadReceipt, head: Sheet | undefined): ReadReceipt {
  if (receipt.found !== 'listo' || !head || !lacksItsBeginning(head)) return receipt
  return {
    ...receipt,
    found: 'pagina_suelta',
    employeeId: null,
    suggestedId: receipt.employeeId,
    suggestedBy: ['id', 'nombre'],
  }
}

/** Whether a page goes on with the receipt before it: by its id, or by what its own text says. */
function belongs(sheet: Sheet, open: readonly Sheet[]): boolean {
  const { page, owner, file } = sheet
  const [head, last] = [open[0], open.at(-1)]
  if (!head || !last || head.owner.key === null || page.blank) return false
  const [now, before] = [page.belonging.sheet, last.page.belonging.sheet]
  const counted = !file.sheetsOfFile && now !== null && before !== null
  const next = counted && now.n === before.n + 1 && now.of === before.of
  const copied = page.belonging.amounts === head.page.belonging.amounts
  if (owner.key !== null) {
    if (owner.key !== head.owner.key || owner.fault === 'dos_ids') return false
    if (differentMonths(page, head.page)) return false
    if (!next && (contradicts(sheet, head) || contradicts(head, sheet))) return false
    if (counted && !next && now.n !== before.n) return now.n === 1 && copied
    if (counted && now.n === before.n) return copied
    if (!next && !isCarried(page, last.page) && paysApart(sheet, head)) return false
    // A signer is named at the foot of each page.
    return next || !(owner.atFoot || head.owner.atFoot)
  }
  if (!namesNobodyElse(sheet, head.owner) || secondOn(page, head.owner.person, file)) return false
  if (owner.ofStranger || hasOtherIdInPlace(page, head.owner)) return false
  const carried = isCarried(page, last.page)
  // Contrary evidence wins: another person's file number, or a carried total that the previous page lacks.
  if (
    hasOtherNumber(page, head, file) ||
    (!carried && page.belonging.takesOver && last.page.belonging.handed.length > 0)
  )
    return false
  // A receipt that doesn't begin with its sheet 1 is counted through the file, or lacks its beginning.
  const begun = head.page.belonging.sheet?.n === 1
  if (counted)
    return next && begun && (now.of !== null || file.sheetsInOrder || sharesNumber(page, head, file))
  if (now !== null && !file.sheetsOfFile && (now.n === 1 || (now.of !== null && now.n !== open.length + 1)))
    return false
  return carried || sharesNumber(page, head, file) || (sharesName(owner, head.owner) && lacksItsEnd(open))
}

/** Whether a page of somebody's id names others than a page of that id which is theirs. */
function contradicts({ owner }: Sheet, other: Sheet): boolean {
  if (owner.fault !== 'nombre_distinto') return false
  return owner.strange || [...owner.names].some((id) => id !== owner.person?.id && !other.owner.names.has(id))
}

/** Whether it is rather who signs each page than whose they all are. */
function tiedByIdAlone(group: readonly Sheet[]): boolean {
  const [head] = group
  return (
    head !== undefined &&
    group.length > mostOfOne &&
    group.every((sheet, at) => {
      const before = group[at - 1]
      if (!before) return true
      const { page, owner, file } = sheet
      const copied = page.amounts > 0 && page.belonging.amounts === before.page.belonging.amounts
      const tied = page.belonging.sheet !== null || copied
      return owner.key !== null && !tied && !isCarried(page, before.page) && !sharesNumber(page, head, file)
    })
  )
}

/** Whether two pages have the id in one place and say that different amounts are paid: each is a receipt of its own. */
function paysApart({ page, owner }: Sheet, { page: before, owner: own }: Sheet): boolean {
  const [a, b] = [page.belonging.nets, before.belonging.nets]
  if (a.length === 0 || b.length === 0 || a.some((amount) => b.includes(amount))) return false
  return owner.id !== null && own.id !== null && isAt(owner.id.box, own.id.box)
}

/** Whether a page begins with a total of the page before. */
function isCarried({ belonging: now, mentions }: PageReading, { belonging: before }: PageReading): boolean {
  // An id with dots looks like an amount: whoever signs ends one page and may begin the next.
  const isId = (amount: string) => mentions.some(({ kind, text }) => kind === 'id' && idKey(text) === amount)
  return (
    now.carriedIn.some((amount) => before.carriedOut.includes(amount)) ||
    now.first.some((amount) => before.last.includes(amount) && !isId(amount))
  )
}

function differentMonths(a: PageReading, b: PageReading): boolean {
  return a.months.length > 0 && b.months.length > 0 && !a.months.some((month) => b.months.includes(month))
}

/** Whether a page without an id names nobody but the person of the receipt. */
function namesNobodyElse({ owner, page, file }: Sheet, head: Owner): boolean {
  const labelled = page.labelled.filter(({ row }) => !file.rows.has(row))
  if (head.person && callsAnotherBeside(head.person, labelled, page.recognised)) return false
  if (owner.named)
    return head.person?.id === owner.named.id || (head.person === null && head.named?.id === owner.named.id)
  return !page.names.some(({ phrase }) => phrase.label === 'strong')
}

/** Whether the id of somebody else, perhaps a namesake, stands where the receipt's own id stands. */
function hasOtherIdInPlace({ ids }: PageReading, { id: own }: Owner): boolean {
  return own !== null && ids.some(({ key, box }) => key !== own.key && isAt(box, own.box))
}

function sharesNumber(page: PageReading, head: Sheet, file: Recurring): boolean {
  const own = head.owner.person ? idKey(head.owner.person.fileNumber) : null
  // A number beside several people, or one of several numbers, may be another's.
  const numbers = new Set(head.page.belonging.fileNumbers.filter((number) => !file.fileNumbers.has(number)))
  const shown = numbers.size > 1 || personsOn(head.page) > 1 ? new Set<string>() : numbers
  return page.belonging.fileNumbers.some(
    (number) => shown.has(number) || (number === own && !file.fileNumbers.has(number)),
  )
}

/** People whose ids stand on a page, those whom the roster lacks among them. */
function personsOn({ ids }: PageReading): number {
  const sure = ids.filter(({ personId, alone, fits, company, label }) =>
    personId === null ? alone && fits === true && !company && label !== 'employer' : true,
  )
  return new Set(sure.map(({ personId, key }) => personId ?? key)).size
}

/** Whether a page says a file number, and not the receipt's. */
function hasOtherNumber(page: PageReading, head: Sheet, file: Recurring): boolean {
  const shown = head.page.belonging.fileNumbers
  const own = page.belonging.fileNumbers.filter(
    (number) => !file.fileNumbers.has(number) && !shown.includes(number),
  )
  const known = own.length > 0 && (shown.length > 0 || head.owner.person !== null)
  return known && !sharesNumber(page, head, file)
}

function sharesName(owner: Owner, head: Owner): boolean {
  return owner.named !== null && owner.named.id === head.named?.id && head.person?.id === owner.named.id
}

/** Whether a receipt says that it has more sheets. */
function lacksItsEnd(open: readonly Sheet[]): boolean {
  const sheet = open[0]?.page.belonging.sheet
  return sheet?.n === 1 && sheet.of !== null && sheet.of > open.length
}

/** Whether a receipt begins with a later sheet than its first. */
function lacksItsBeginning({ page, file }: Sheet): boolean {
  const { sheet } = page.belonging
  if (file.sheetsOfFile || !sheet || sheet.of === null) return false
  return sheet.n > 1 && !file.countsOfFile.has(sheet.of)
}

function receiptFrom(
  group: readonly Sheet[],
  before: readonly Sheet[] | undefined,
  people: PeopleIndex,
  rules: ReadingRules,
): ReadReceipt {
  const sound = group.find(({ owner }) => owner.fault === null)
  const shown = sound ?? group.find(({ owner }) => owner.key !== null) ?? group[0]
  if (!shown) throw new Error('a receipt of no pages')
  const { owner } = shown
  const months = [...new Set(group.flatMap(({ page }) => page.months))].toSorted()
  const exception = exceptionOf(group, before, owner, months, rules)
  const found = exception === 'listo' && tiedByIdAlone(group) ? 'repetido' : exception
  // A page whose text is doubtful, or that only its id ties to others, may say that it is somebody else's.
  const certain =
    found === 'listo' ||
    (keepsOwner.has(found) && !(owner.person && isContradicted(owner.person, group, people)))
  const suggested = certain ? null : suggestFor(group, shown, people)
  const recognised = group.filter(({ page }) => page.recognised)
  return {
    pages: group.map(({ at }) => at),
    readBy: recognised.length > 0 ? 'ocr' : 'text',
    confidence:
      recognised.length > 0 ? Math.min(owner.id?.confidence ?? 0, owner.name?.confidence ?? 1) : null,
    idRead: owner.id?.text ?? null,
    nameRead: owner.name?.text ?? null,
    marks: group.flatMap((sheet, at) => marksOf(sheet.owner, sheet.page, sheet.file, at + 1)),
    shows: peopleShown(group, people),
    found,
    employeeId: certain ? (owner.person?.id ?? null) : null,
    suggestedId: suggested?.person.id ?? null,
    suggestedBy: suggested?.by ?? [],
    months,
  }
}

/** Exceptions that leave no doubt of whose the receipt is by its id. */
const keepsOwner: ReadonlySet<string> = new Set<Exception>([
  'inactivo',
  'onboarding',
  'repetido',
  'ya_publicado',
  'otro_mes',
  'texto_dudoso',
])

function exceptionOf(
  group: readonly Sheet[],
  before: readonly Sheet[] | undefined,
  owner: Owner,
  months: readonly string[],
  rules: ReadingRules,
): ReadReceipt['found'] {
  const faults = group.map((sheet) => sheet.owner.fault)
  for (const fault of ['dos_ids', 'digito_incorrecto', 'desconocido'] as const)
    if (faults.includes(fault)) return fault
  const only = group[0]
  if (owner.key === null && only) {
    if (only.page.blank || (before && !looksLikeHead(only))) return 'pagina_suelta'
    return 'sin_id'
  }
  const sound = group.find((sheet) => sheet.owner.fault === null)
  if (!sound)
    return faults.includes('texto_dudoso') && !faults.includes('nombre_distinto')
      ? 'texto_dudoso'
      : 'nombre_distinto'
  if (group.some(({ owner: one }) => one.named && one.named.id !== owner.person?.id)) return 'nombre_distinto'
  // A page that goes on may show no name, but each that shows one must show this one's.
  if (group.some((sheet) => contradicts(sheet, sound))) return 'nombre_distinto'
  if (group.some(({ page }) => page.hidden)) return 'texto_dudoso'
  if (owner.person?.state === 'inactive') return 'inactivo'
  if (owner.person?.state === 'onboarding') return 'onboarding'
  if (owner.person?.alreadyPublished) return 'ya_publicado'
  if (rules.period !== null && months.length > 0 && !months.includes(rules.period)) return 'otro_mes'
  return 'listo'
}

/** Whether a page without an id begins a receipt of its own: it names somebody, or is the first of its sheets. */
function looksLikeHead({ page, owner }: Sheet): boolean {
  return owner.name !== null || page.belonging.sheet?.n === 1 || page.unread
}

/** A second receipt of somebody in one file is for a person to look at, and so is a first one that lacks its end. */
function withRepeated(receipts: readonly ReadReceipt[], groups: readonly Sheet[][]): ReadReceipt[] {
  const first = new Map<number, number>()
  const signing = signersOf(receipts, groups)
  const found = receipts.map((receipt) =>
    receipt.employeeId !== null && signing.has(receipt.employeeId)
      ? { ...receipt, found: 'repetido' as const }
      : receipt,
  )
  for (const [at, receipt] of receipts.entries()) {
    if (receipt.employeeId === null) continue
    const earlier = first.get(receipt.employeeId)
    if (earlier === undefined) {
      first.set(receipt.employeeId, at)
      continue
    }
    found[at] = { ...receipt, found: 'repetido' }
    const sheets = groups[earlier] ?? []
    const of = sheets[0]?.page.belonging.sheet?.of
    const begun = found[earlier]
    if (begun?.found === 'listo' && of && of > sheets.length) found[earlier] = { ...begun, found: 'repetido' }
  }
  return found
}

/** People who own very many receipts, or several by an id at the foot: probably the signer of all. */
function signersOf(receipts: readonly ReadReceipt[], groups: readonly Sheet[][]): Set<number> {
  const owned = new Map<number, { all: number; atFoot: number }>()
  for (const [at, { employeeId }] of receipts.entries()) {
    if (employeeId === null) continue
    const count = owned.get(employeeId) ?? { all: 0, atFoot: 0 }
    count.all++
    if (groups[at]?.some(({ owner }) => owner.atFoot)) count.atFoot++
    owned.set(employeeId, count)
  }
  const signing = [...owned].filter(([, { all, atFoot }]) => all > mostOfOne || (all > 1 && atFoot > 0))
  return new Set(signing.map(([id]) => id))
}
