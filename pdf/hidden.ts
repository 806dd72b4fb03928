import type { PdfDocument } from './document.ts'
import type { Page } from './pages.ts'
import { Ref } from './syntax.ts'
import type { Value } from './syntax.ts'

/**
 * Content that the pages do not show as it is and that a viewer or a later revision could reveal: layers that are off
 * or differ between screen and print, and contents that are referenced but missing. Null where there is none.
 */
export function hiddenContent(doc: PdfDocument, pages: readonly Page[]): string | null {
  const layers = doc.dict(doc.catalog.get('OCProperties'))
  const shown = doc.dict(layers?.get('D'))
  if ((doc.array(shown?.get('OFF')) ?? []).length > 0) return 'a layer that is off'
  if ((doc.name(shown?.get('BaseState')) ?? 'ON') !== 'ON') return 'layers that are off by themselves'
  if ((doc.array(shown?.get('AS')) ?? []).some((one) => changesLayers(doc, one)))
    return 'layers that come and go'
  for (const { dict } of pages) {
    const held = dict.get('Contents')
    const contents = doc.array(held) ?? (held === undefined ? [] : [held])
    if (contents.some((item) => item instanceof Ref && doc.get(item) === null))
      return 'a content that is not there'
  }
  return null
}

/** Uses of a document that a layer may name, with the key of its state in each (ISO 32000-2, table 100). */
const stateKeys: Readonly<Record<string, string>> = {
  View: 'ViewState',
  Print: 'PrintState',
  Export: 'ExportState',
}

/** Whether an automatic state may hide a layer: one that is on in every use it names stays as it is. */
function changesLayers(doc: PdfDocument, value: Value): boolean {
  const automatic = doc.dict(value)
  const categories = (doc.array(automatic?.get('Category')) ?? []).map((one) => doc.name(one) ?? '')
  return (doc.array(automatic?.get('OCGs')) ?? []).some((layer) => {
    const usage = doc.dict(doc.dict(layer)?.get('Usage'))
    return categories.some((category) => {
      const use = doc.dict(usage?.get(category))
      const key = stateKeys[category]
      return use !== null && (key === undefined || (doc.name(use.get(key)) ?? 'ON') !== 'ON')
    })
  })
}
