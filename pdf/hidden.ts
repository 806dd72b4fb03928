import type { PdfDocument } from './document.ts'
import type { Page } from './pages.ts'
import { Ref } from './syntax.ts'

/**
 * Content that the pages do not show as it is and that a viewer or a later revision could reveal: layers that are off
 * or differ between screen and print, and contents that are referenced but missing. Null where there is none.
 */
export function hiddenContent(doc: PdfDocument, pages: readonly Page[]): string | null {
  const layers = doc.dict(doc.catalog.get('OCProperties'))
  const shown = doc.dict(layers?.get('D'))
  if ((doc.array(shown?.get('OFF')) ?? []).length > 0) return 'a layer that is off'
  if ((doc.name(shown?.get('BaseState')) ?? 'ON') !== 'ON') return 'layers that are off by themselves'
  if ((doc.array(shown?.get('AS')) ?? []).length > 0) return 'layers that come and go'
  for (const { dict } of pages) {
    const held = dict.get('Contents')
    const contents = doc.array(held) ?? (held === undefined ? [] : [held])
    if (contents.some((item) => item instanceof Ref && doc.get(item) === null))
      return 'a content that is not there'
  }
  return null
}
