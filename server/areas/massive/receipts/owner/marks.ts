import type { Mark } from '#contract/massive/preview.ts'
import type { PageReading } from '../page.ts'
import { idKey } from '../plain.ts'
import type { Recurring } from '../recurring.ts'
import type { Box } from '../types.ts'
import type { Owner } from './verdict.ts'

/** The marks that the preview draws on a page. `at` is the page of the receipt, from 1. */
export function marksOf(owner: Owner, page: PageReading, file: Recurring, at: number): Mark[] {
  const marks: Mark[] = []
  const add = (kind: Mark['kind'], text: string, box: Box) => marks.push({ kind, text, page: at, ...box })
  const isId = owner.person === null || owner.person.keys.includes(owner.id?.key ?? '')
  if (owner.id) add(isId ? 'id' : 'file_number', owner.id.text, owner.id.box)
  if (owner.name) add('name', owner.name.text, owner.name.box)
  for (const id of owner.others) add('other_id', id.text, id.box)
  for (const { text, box } of page.belonging.fileNumberPlaces)
    if (!file.fileNumbers.has(idKey(text))) add('file_number', text, box)
  for (const { text, box } of page.monthPlaces) add('period', text, box)
  for (const id of page.ids)
    if (id.company || id.label === 'employer' || file.ids.has(id.key) || file.rows.has(id.row))
      add('employer', id.text, id.box)
  return marks
}
