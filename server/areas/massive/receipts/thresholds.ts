/**
 * Thresholds of telling whose a page is. Each was set by the payroll files with traps (bench/corpus): the loosest value
 * that assigns nothing wrongly, with complete rosters and with holed ones.
 */

/** People that a slot has to show: two may be a pair who sign by turns. */
export const leastPeople = 3

/** People from whose pages a layout has to be learned to be kept: more than a file needs for itself, since it judges others. */
export const leastKept = 5

/** Pages of a file up to which kept layouts count: some receipts of few sheets. More of them teach by themselves. */
export const mostUntaught = 12

/**
 * The largest share of mentions in an owner's slot that are of other employees, or of nobody whom the roster has: one
 * page in ten may be odd, as one that shows a relative.
 */
export const [mostOthers, mostStrangers] = [0.1, 0.12]

/** How often the person may change in a slot, for each person: those who sign by turns come back again and again. */
export const mostChanges = 2

/** Pages on which somebody stands in one place beside several others: with fewer it may be a relative's receipt. */
export const leastConstant = 3

/** Owners of a row of words from which it is nobody's: two may share a name or an address. */
export const leastOwners = 3

/** Rows with amounts that may stand above an owner's id, more than is usual: a receipt varies by a row, not by more. */
export const mostAbove = 2

/** Rows with amounts above a place from which it is the foot of its page, where receipts are signed: heads have two. */
export const leastAboveFoot = 3

/** Recognised text below this confidence is doubtful, unless the rules have another. */
export const leastConfidence = 0.7

/** Millimetres that one place may differ by from page to page: printers and scanners shift a page by less. */
export const samePlace = 3

/** The largest share of pages on which an id stands beside others' and may still be an employee's, in a small file. */
export const mostShared = 0.6

/** Pages of a layout from which these tell by themselves what is usual on them: of two, each may be the odd one. */
export const leastOfLayout = 3

/**
 * The share of pages on which a row counts as repeated. In a large file a row on one page in ten belongs to a branch,
 * or to one of several employers.
 */
export function leastRepeated(pages: number): number {
  return pages > 60 ? 0.1 : 0.5
}

/** A row stands on almost every page where it stands on this share of them, and on so many at least: covers have none. */
export const [almostAll, leastOfAll] = [0.8, 5]

/** Pages that tell which words are the next column's: a word on one page may be a second surname. */
export const leastToCompare = 3

/**
 * For files that call employees payees: the least share of pages that do, and the largest share with other labels.
 * Elsewhere a payee is somebody paid from the wage.
 */
export const [leastPayees, mostOtherwise] = [0.6, 0.1]

/** Receipts of one file, or pages that nothing but an id ties, that are hardly one person's: two are halves of a month. */
export const mostOfOne = 2

/**
 * The least share of pages without Unicode values that name an employee by id and by name where their text is right:
 * glyph numbers name nobody, and the others of a right text are strangers, annexes and later sheets.
 */
export const leastConfirmed = 0.6

/** Later sheets that don't follow the one before them, for each that does: one may have been lost. */
export const mostApart = 0.1
