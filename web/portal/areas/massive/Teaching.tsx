import { Alert, Button, TextInput } from '@mantine/core'
import { IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveItem, MassiveItemDetail, PageWord } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useReadAgain } from './useItems.ts'
import style from './Teaching.module.css'

/** Exceptions that teaching the place of an owner may solve. */
const mendable: readonly MassiveItem['grupo'][] = ['sin_id', 'nombre_distinto', 'pagina_suelta']

/** Whether a place on the page of this receipt can be taught for the whole file. */
export function isTeachable({ se_ensena }: MassivePublication, item: MassiveItem): boolean {
  return se_ensena && item.situacion === 'open' && mendable.includes(item.grupo)
}

interface WordsProps {
  words: readonly PageWord[]
  size: MassiveItemDetail['tamanos'][number]
  chosen: PageWord | null
  onChoose: (word: PageWord) => void
}

/** The words of a page as buttons on its picture; the keyboard has the list beside it. */
export function WordButtons({ words, size, chosen, onChoose }: WordsProps) {
  const part = (length: number, whole: number) => `${(100 * length) / whole}%`
  return words.map((word, at) => (
    <button
      key={at}
      type="button"
      tabIndex={-1}
      aria-hidden
      className={style.word}
      data-known={word.dato ?? undefined}
      data-chosen={word === chosen || undefined}
      title={word.texto}
      style={{
        left: part(word.x - 0.6, size.ancho),
        top: part(word.y - 0.6, size.alto),
        width: part(word.width + 1.2, size.ancho),
        height: part(word.height + 1.2, size.alto),
      }}
      onClick={() => onChoose(word)}
    />
  ))
}

interface PanelProps {
  publication: MassivePublication
  item: MassiveItem
  page: number
  words: readonly PageWord[] | undefined
  error: unknown
  onRetry: () => void
  chosen: PageWord | null
  onChoose: (word: PageWord) => void
  onClose: () => void
}

/** Words of a search that are listed at most. */
const mostListed = 40

/** Teaches the place of a file's owners by a word of one page, and reads the file again. */
export function TeachPanel(props: PanelProps) {
  const { publication, item, page, words, error, onRetry, chosen, onChoose, onClose } = props
  const { t } = useWords(['massive', 'words'])
  const [typed, setTyped] = useState('')
  const panel = useRef<HTMLElement>(null)
  // The button that opened it is gone, and had the focus.
  useEffect(() => panel.current?.focus(), [])
  const readAgain = useReadAgain()
  const { run, busy, refusal } = useAct(massive.teach, { onDone: readAgain, inPlace: true })
  const wanted = typed.trim().toLocaleLowerCase()
  const known = (words ?? []).filter(({ dato }) => dato !== null)
  const listed =
    wanted === ''
      ? known
      : (words ?? []).filter(({ texto }) => texto.toLocaleLowerCase().includes(wanted)).slice(0, mostListed)
  const solved = publication.grupos.find(({ grupo }) => grupo === 'por_resolver')?.resueltos ?? 0
  const nothing = words !== undefined && known.length === 0
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={`${style.panel} column gap-10`}
      aria-label={t('ensenar.titulo')}
    >
      <h3>{t('ensenar.titulo')}</h3>
      <p className="second">{t('ensenar.que')}</p>
      {error !== null && <ErrorState error={error} title={t('ensenar.error')} onRetry={onRetry} />}
      {nothing && <Alert color="warn">{t('ensenar.nadie')}</Alert>}
      {words !== undefined && (
        <>
          <TextInput
            type="search"
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            placeholder={t('ensenar.buscar')}
            aria-label={t('ensenar.buscar')}
            leftSection={<IconSearch size={16} aria-hidden />}
          />
          <ul className={`${style.words} row wrap gap-8 plain-list`} aria-label={t('ensenar.palabras')}>
            {listed.map((word, at) => (
              <li key={at}>
                <button
                  type="button"
                  className="focus-ring"
                  aria-pressed={word === chosen}
                  onClick={() => onChoose(word)}
                >
                  {word.dato !== null && <span>{t(`ensenar.dato.${word.dato}`)}</span>} {word.texto}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p role="status" className={style.chosen}>
        {chosen &&
          (chosen.dato === null
            ? t('ensenar.noSirve', { texto: chosen.texto })
            : t('ensenar.elegido', { dato: t(`ensenar.dato.${chosen.dato}`), texto: chosen.texto }))}
      </p>
      {solved > 0 && (
        <p className={`${style.kept} flex at-top gap-8 second`}>
          <IconInfoCircle size={16} aria-hidden />
          {t('ensenar.seConserva')}
        </p>
      )}
      {refusal !== null && (
        <Alert color="bad" role="alert">
          {refusal}
        </Alert>
      )}
      <div className="row wrap gap-8">
        <Button disabled={busy} onClick={onClose}>
          {t('words:accion.cancelar')}
        </Button>
        <Button
          variant="filled"
          loading={busy}
          disabled={!chosen?.dato}
          onClick={() =>
            chosen &&
            run({
              id: publication.id,
              item: item.id,
              pagina: page,
              x: chosen.x + chosen.width / 2,
              y: chosen.y + chosen.height / 2,
            })
          }
        >
          {t('ensenar.enviar')}
        </Button>
      </div>
    </section>
  )
}
