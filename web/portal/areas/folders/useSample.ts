import { useEffect, useState } from 'react'
import { openPdf, type PDFPageProxy } from '#web/shared/documents/pdf.ts'
import type { PageLines, Size } from './boxes.ts'
import { linesOfPage, mmScale } from './pageLines.ts'

export interface Sample {
  page: PDFPageProxy
  /** The sample's number of pages. */
  pages: number
}

/** A page of a sample, opened by pdf.js; null without one or until it is there. */
export function useSample(
  bytes: Blob | null,
  wanted: 'first' | 'last' | number,
): { sample: Sample | null; error: unknown } {
  const [open, setOpen] = useState<Awaited<ReturnType<typeof openPdf>>['document'] | null>(null)
  const [sample, setSample] = useState<Sample | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    setOpen(null)
    setSample(null)
    setError(null)
    if (!bytes) return
    let gone = false
    const opening = openPdf(bytes)
    opening
      .then(({ document }) => gone || setOpen(document))
      .catch((reason: unknown) => gone || setError(reason))
    return () => {
      gone = true
      void opening.then(({ close }) => close()).catch(() => undefined)
    }
  }, [bytes])
  useEffect(() => {
    if (!open) return
    let gone = false
    const pages = open.numPages
    const number = wanted === 'first' ? 1 : wanted === 'last' ? pages : Math.min(wanted, pages)
    open
      .getPage(number)
      .then((page) => gone || setSample({ page, pages }))
      .catch((reason: unknown) => gone || setError(reason))
    return () => {
      gone = true
    }
  }, [open, wanted])
  return { sample, error }
}

/** A page's size in millimetres as it is shown after a further turn. */
export function sizeOf(page: PDFPageProxy, turn: number): Size {
  const { width, height } = page.getViewport({ scale: mmScale, rotation: (page.rotate + turn) % 360 })
  return { width, height }
}

const none: PageLines = { upright: [], level: [] }

/** The page's own lines, once they were read. */
export function useLines(page: PDFPageProxy | null, turn: number): PageLines {
  const [lines, setLines] = useState(none)
  useEffect(() => {
    setLines(none)
    if (!page) return
    let gone = false
    linesOfPage(page, turn)
      .then((found) => gone || setLines(found))
      // Without its lines the page is still a page.
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [page, turn])
  return lines
}
