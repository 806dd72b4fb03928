import { IconChevronDown, IconChevronUp, IconLock } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import type { me, MyDocument } from '#contract/me/me.ts'
import { StateWord } from '../documents/StateWord.tsx'
import { useViewer } from '../session/viewer.ts'
import { useWords } from '../texts/useWords.ts'
import { rowName } from './naming.ts'
import style from './mine.module.css'

type Folder = AnswerOf<typeof me.documents>['carpetas'][number]

/** Documents of a folder that show before the others are asked for. */
const shownFirst = 4

interface Props {
  folder: Folder
  startsOpen: boolean
  /** Where a document is read. */
  to: (id: number) => string
}

/** A folder's documents of the year, one row each; a folder that another one blocks names that one. */
export function FolderPanel({ folder, startsOpen, to }: Props) {
  const { t } = useWords('me')
  const id = useId()
  const [open, setOpen] = useState(startsOpen)
  const [all, setAll] = useState(false)
  const { documentos, cerrada_por } = folder
  // One more row costs the room of the link that hides it.
  const shown = all || documentos.length <= shownFirst + 1 ? documentos : documentos.slice(0, shownFirst)
  const alone = new Set(documentos.map(({ tipo }) => tipo)).size === 1
  const Chevron = open ? IconChevronUp : IconChevronDown
  return (
    <section className={`${style.card} panel`}>
      <h3>
        <button
          type="button"
          className={`${style.row} ${style.folder} focus-ring row apart gap-12`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <span>
            {folder.nombre}
            <span className="figures">{documentos.length}</span>
          </span>
          <Chevron size={20} aria-hidden />
        </button>
      </h3>
      {cerrada_por.length > 0 && (
        <p className={`${style.closed} flex at-top gap-8 second`}>
          <IconLock size={16} aria-hidden />
          {t('cerrada', { carpetas: cerrada_por.join(', ') })}
        </p>
      )}
      <ul id={id} className={`${style.list} plain-list`} hidden={!open}>
        {shown.map((document) => (
          <li key={document.id}>
            <Row document={document} alone={alone} to={to} />
          </li>
        ))}
        {shown.length < documentos.length && (
          <li>
            <button
              type="button"
              className={`${style.row} ${style.more} focus-ring row apart gap-12`}
              onClick={() => setAll(true)}
            >
              {t('verOtros', { count: documentos.length - shown.length })}
            </button>
          </li>
        )}
      </ul>
    </section>
  )
}

function Row({ document, alone, to }: { document: MyDocument; alone: boolean; to: Props['to'] }) {
  const { t } = useWords('me')
  const { company } = useViewer()
  const name = rowName(document, alone, company.zona)
  if (document.cerrado)
    return (
      <div className={`${style.row} row apart gap-12`}>
        <span>{name}</span>
        <span className={style.shut}>
          <IconLock size={16} aria-hidden />
          {t('cerrado')}
        </span>
      </div>
    )
  return (
    <Link className={`${style.row} row apart gap-12`} to={to(document.id)}>
      <span className={document.estado === 'anulado' ? style.cancelled : undefined}>{name}</span>
      <StateWord state={document.estado} />
    </Link>
  )
}
