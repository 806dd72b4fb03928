import { useRef, useState } from 'react'
import { uploads, type UploadedSheet } from '#contract/uploads.ts'
import { call } from '#web/shared/calls/call.ts'
import { useErrorText } from '#web/shared/texts/texts.ts'

/** A sheet of a paper that is being put together. */
export interface SheetInHand {
  key: number
  file: File
  /** 0 to 1 while it goes up. */
  progress: number
  /** The sheet as the server keeps it; null until then. */
  sheet: UploadedSheet | null
  /** Why it was refused; null unless it was. */
  refusal: string | null
}

/** Sheets that go up one by one as soon as they are chosen. A refused one stays, with why, until it is removed. */
export function useSheets() {
  const [all, setAll] = useState<readonly SheetInHand[]>([])
  const errorText = useErrorText()
  const last = useRef(0)
  const change = (key: number, changes: Partial<SheetInHand>) =>
    setAll((sheets) => sheets.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const put = async ({ key, file }: SheetInHand) => {
    try {
      const onProgress = (progress: number) => change(key, { progress })
      change(key, { sheet: await call(uploads.putSheet, {}, { file, onProgress }) })
    } catch (error) {
      change(key, { refusal: errorText(error) })
    }
  }
  const ready = all.flatMap(({ sheet }) => sheet ?? [])
  return {
    all,
    ready,
    /** Sheets of what is ready: a PDF has several. */
    count: ready.reduce((sum, { hojas }) => sum + hojas, 0),
    /** One is on its way, or was refused and not removed. */
    isUnfinished: all.some(({ sheet }) => sheet === null),
    add: async (files: readonly File[]) => {
      const added = files.map((file) => ({
        key: ++last.current,
        file,
        progress: 0,
        sheet: null,
        refusal: null,
      }))
      setAll((sheets) => [...sheets, ...added])
      for (const one of added) await put(one)
    },
    remove: (key: number) => setAll((sheets) => sheets.filter((one) => one.key !== key)),
  }
}
