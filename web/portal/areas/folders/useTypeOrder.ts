import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { folderSettings, type TypeDetail } from '#contract/folders/settings.ts'
import { call } from '#web/shared/calls/call.ts'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useFoldersChanged } from './useFoldersChanged.ts'

/**
 * Moves types of a folder among each other: shown at once, saved one after the other, and said aloud. What the server
 * refuses goes back to where it stood.
 */
export function useTypeOrder(folderId: number) {
  const { t } = useWords('folders')
  const queries = useQueryClient()
  const changed = useFoldersChanged()
  const errorText = useErrorText()
  const [said, setSaid] = useState('')
  const saving = useRef({ moves: 0, last: Promise.resolve() }).current
  const queryKey = [folderSettings.types.path, { id: folderId }]
  /** Moves a type to the index, from 0, computed from its present one: keys come faster than the rows are rendered. */
  const move = (id: number, placeOf: (from: number) => number) => {
    const now = queries.getQueryData<TypeDetail[]>(queryKey) ?? []
    const from = now.findIndex(({ idSubCarpeta }) => idSubCarpeta === id)
    const type = now[from]
    if (!type) return
    const others = now.toSpliced(from, 1)
    const place = Math.min(Math.max(placeOf(from), 0), others.length)
    if (place === from) return
    // An answer requested before this move would briefly restore the old order, and the next key would move from there.
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, others.toSpliced(place, 0, type))
    setSaid(t('orden.dicho', { nombre: type.name, lugar: place + 1, total: now.length }))
    const turn = ++saving.moves
    const wanted = { id, antes: others[place]?.idSubCarpeta ?? null }
    saving.last = saving.last
      .then(() => call(folderSettings.placeType, wanted))
      .catch((error: unknown) => toastError({ text: errorText(error) }))
      .then(() => (turn === saving.moves ? changed() : undefined))
  }
  return { move, said }
}
