import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { folderSettings, type TypeDetail } from '#contract/folder-settings.ts'
import { call } from '#web/shared/call.ts'
import { useErrorText } from '#web/shared/texts.ts'
import { toastError } from '#web/shared/toasts.tsx'
import { useFoldersChanged } from './useFoldersChanged.ts'

/**
 * Moves types of a folder among each other: shown at once, saved one after the other, and said aloud. What the server
 * refuses goes back to where it stood.
 */
export function useTypeOrder(folderId: number) {
  const { t } = useTranslation('folders')
  const queries = useQueryClient()
  const changed = useFoldersChanged()
  const errorText = useErrorText()
  const [said, setSaid] = useState('')
  const saving = useRef({ moves: 0, last: Promise.resolve() }).current
  const queryKey = [folderSettings.types.path, { id: folderId }]
  /** Puts a type at a place, from 0, among all of them. */
  const move = (type: TypeDetail, to: number) => {
    const now = queries.getQueryData<TypeDetail[]>(queryKey) ?? []
    const others = now.filter(({ idSubCarpeta }) => idSubCarpeta !== type.idSubCarpeta)
    const place = Math.min(Math.max(to, 0), others.length)
    if (now[place]?.idSubCarpeta === type.idSubCarpeta) return
    queries.setQueryData(queryKey, others.toSpliced(place, 0, type))
    setSaid(t('orden.dicho', { nombre: type.name, lugar: place + 1, total: now.length }))
    const turn = ++saving.moves
    const wanted = { id: type.idSubCarpeta, antes: others[place]?.idSubCarpeta ?? null }
    saving.last = saving.last
      .then(() => call(folderSettings.placeType, wanted))
      .catch((error: unknown) => toastError({ text: errorText(error) }))
      .then(() => (turn === saving.moves ? changed() : undefined))
  }
  return { move, said }
}
