import { Alert, Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconCloudCheck } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { codeOf } from '#contract/errors.ts'
import { type MassiveItem, previewGroups } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { listText } from '#web/shared/texts/listText.ts'
import { monthText, sizeText } from '#web/shared/texts/texts.ts'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { actsOf, type ReceiptAct } from './acts.ts'
import { Balance } from './Balance.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { ChoosePerson } from './ChoosePerson.tsx'
import { openCount } from './counts.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { MissingList } from './MissingList.tsx'
import { PageViewer } from './PageViewer.tsx'
import { PreviewFoot } from './PreviewFoot.tsx'
import { PreviewGroups, type Shown } from './PreviewGroups.tsx'
import { type Place, PreviewList } from './PreviewList.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { SplitDialog } from './SplitDialog.tsx'
import { TaughtNotice } from './TaughtNotice.tsx'
import { useActs } from './useActs.ts'
import { useColleagues } from './useItems.ts'
import { useKeys } from '#web/shared/lists/useKeys.ts'
import style from './Preview.module.css'

type Asking =
  | 'publish'
  | 'cancel'
  | 'keys'
  | 'page'
  | 'teach'
  | { choose: MassiveItem }
  | { split: MassiveItem }

/** The preview of the receipts read: exceptions are solved here, and nothing is published before the end. */
export function PreviewPage({ publication }: { publication: MassivePublication }) {
  const { t, i18n } = useWords(['massive', 'words'])
  const navigate = useNavigate()
  const { id, tipo, periodo, avisos, continua, formatos } = publication
  const title = [tipo.nombre, periodo && monthText(periodo)].filter(Boolean).join(', ')
  usePageTitle(title)
  useColleagues(publication)
  const [shown, show] = useShown(publication)
  const [place, setPlace] = useState<Place>({ at: 0, moves: 0 })
  const [focused, setFocused] = useState<MassiveItem | null>(null)
  const [asking, ask] = useState<Asking | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const narrow = useMediaQuery('(max-width: 767px)')
  const { busy, said, last, keep, decide, merge } = useActs(id)
  const move = (at: number) => setPlace(({ moves }) => ({ at, moves: moves + 1 }))
  const point = (at: number) => setPlace((now) => ({ ...now, at }))
  const open = (group: Shown, at = 0) => {
    show(group)
    setPlace({ at, moves: 0 })
    setFocused(null)
  }
  const onFocused = useCallback((item: MassiveItem | null) => setFocused(item), [])
  const close = () => ask(null)
  // The next one comes into hand, so that a group is solved without moving to each. Whoever has moved meanwhile stays.
  const onward = (done: boolean) =>
    done && setPlace((now) => (now.at === place.at ? { at: now.at + 1, moves: now.moves + 1 } : now))
  const act = async (item: MassiveItem, wanted: ReceiptAct) => {
    if (!actsOf(item).includes(wanted) || busy.has(item.id)) return
    const of = { item: item.id, group: shown, at: place.at }
    if (wanted === 'elegir') ask({ choose: item })
    else if (wanted === 'partir') ask({ split: item })
    else if (wanted === 'crear') await navigate(paths.employeeCreate(forPublication(id, shown, item)))
    else if (wanted === 'unir') onward(await merge(of))
    else if (wanted === 'deshacer') {
      if (await decide(of, wanted)) move(place.at)
    } else onward(await decide(of, wanted))
  }
  const undo = async () => {
    if (!last || !(await decide(last, 'deshacer'))) return
    if (last.group === shown) move(last.at)
    else open(last.group, last.at)
  }
  const keys = asking === null
  useKeys(
    {
      z: () => void undo(),
      '?': () => ask('keys'),
    },
    keys,
  )
  const viewer = (
    <PageViewer
      publication={publication}
      item={focused}
      teaching={asking === 'teach'}
      onTeaching={(teaching) => ask(teaching ? 'teach' : narrow ? 'page' : null)}
    />
  )
  return (
    <div className={`${style.page} column grow`}>
      <header className={`${style.head} column gap-12`}>
        <div className={`${style.headLine} row wrap`}>
          <h1>{title}</h1>
          <FileFacts publication={publication} />
          <span className={`${style.headActs} row gap-8 to-end`}>
            <span className={style.saved}>
              <IconCloudCheck size={18} aria-hidden /> {t('seGuarda')}
            </span>
            <Button variant="subtle" onClick={() => ask('cancel')}>
              {t('cancelar.abrir')}
            </Button>
          </span>
        </div>
        <Balance publication={publication} />
        {continua !== null && <p className="second">{t('sobrantes.que')}</p>}
        <TaughtNotice publication={publication} />
        {formatos.length > 0 && (
          <p className="second">
            {t('formatos', {
              count: formatos.length,
              archivos: listText(
                [...new Set(formatos.map(({ archivo }) => archivo ?? t('formatoAjeno')))],
                i18n.language,
              ),
            })}
          </p>
        )}
        <Notices color="bad" of={avisos.filter(isOtherEmployer)} />
        <Notices color="warn" of={avisos.filter((notice) => !isOtherEmployer(notice))} />
      </header>
      <div className={style.body}>
        <PreviewGroups
          publication={publication}
          shown={shown}
          onShow={(group) => open(group)}
          onKeys={() => ask('keys')}
        />
        {shown === 'sin_recibo' ? (
          <MissingList publication={publication} />
        ) : (
          <>
            <PreviewList
              key={shown}
              publication={publication}
              group={shown}
              place={place}
              onMove={move}
              onPoint={point}
              onFocused={onFocused}
              busy={busy}
              onAct={(item, wanted) => void act(item, wanted)}
              onPage={narrow ? () => ask('page') : null}
              search={search}
              keys={keys}
            />
            {!narrow && <aside className={`${style.side} column`}>{viewer}</aside>}
          </>
        )}
      </div>
      <PreviewFoot publication={publication} onPublish={() => ask('publish')} />
      <div className="only-read-aloud" role="status">
        {said}
      </div>
      {asking === 'publish' && <PublishDialog publication={publication} onClose={close} />}
      {asking === 'cancel' && <CancelDialog publication={publication} onClose={close} />}
      {asking === 'keys' && <KeysDialog onClose={close} />}
      <Drawer
        opened={(asking === 'page' || asking === 'teach') && narrow}
        onClose={close}
        position="bottom"
        size="92%"
        title={t('hoja.titulo')}
        closeButtonProps={{ 'aria-label': t('words:accion.cerrar') }}
        classNames={{ body: style.sheet ?? '' }}
      >
        {viewer}
      </Drawer>
      {asking !== null && typeof asking === 'object' && 'choose' in asking && (
        <ChoosePerson
          publication={publication}
          item={asking.choose}
          createAt={paths.employeeCreate(forPublication(id, shown, asking.choose))}
          onClose={close}
          onDone={(item) => {
            keep({ item: asking.choose.id, group: shown, at: place.at }, item)
            close()
            move(place.at + 1)
          }}
        />
      )}
      {asking !== null && typeof asking === 'object' && 'split' in asking && (
        <SplitDialog publication={publication} item={asking.split} onClose={close} />
      )}
    </div>
  )
}

type Notice = MassivePublication['avisos'][number]

/** Another employer's payroll is no difference from last month, and is told by itself. */
function isOtherEmployer({ code }: Notice): boolean {
  return code === codeOf('MASSIVE_OTHER_EMPLOYER')
}

function Notices({ color, of }: { color: 'bad' | 'warn'; of: readonly Notice[] }) {
  if (of.length === 0) return null
  return (
    <Alert color={color} p="8px 12px" icon={<IconAlertTriangle size={18} />}>
      {of.map(({ code, message }) => (
        <div key={code}>{message}</div>
      ))}
    </Alert>
  )
}

/** The group in the address; without one what is wrong, and where nothing is, what is ready. */
function useShown(publication: MassivePublication): [Shown, (group: Shown) => void] {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('grupo')
  const [first] = useState<Shown>(openCount(publication) > 0 ? 'por_resolver' : 'listo')
  const known: readonly Shown[] = [...previewGroups, 'sin_recibo']
  const show = (group: Shown) =>
    setSearch(
      (now) => {
        now.set('grupo', group)
        return now
      },
      { replace: true },
    )
  return [known.find((group) => group === wanted) ?? first, show]
}

/** The address of the form for a new employee, with its initial values and the way back. */
function forPublication(publication: number, group: Shown, { id_leido, nombre_leido }: MassiveItem) {
  const digits = (id_leido ?? '').replace(/[^0-9A-Za-z]/g, '')
  const [apellido = '', nombre = ''] = (nombre_leido ?? '').split(',').map((part) => part.trim())
  return {
    ...(digits && { cuil: digits }),
    ...(apellido && { apellido }),
    ...(nombre && { nombre }),
    proceso: String(publication),
    grupo: group,
  }
}

function FileFacts({ publication }: { publication: MassivePublication }) {
  const { t } = useWords('massive')
  const { etiqueta, archivo, tamano, leido_en } = publication
  const duration = useDuration(leido_en ?? 0)
  return (
    <span className={`quiet figures ${style.fileFacts}`}>
      {[
        etiqueta,
        archivo,
        sizeText(tamano),
        leido_en !== null && t('lectura.duracion', { duracion: duration }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  )
}

/** '1 min 52 s' of milliseconds. */
function useDuration(milliseconds: number): string {
  const { t } = useWords('massive')
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  if (seconds < 60) return t('lectura.segundos', { segundos: seconds })
  return t('lectura.minutos', { minutos: Math.floor(seconds / 60), segundos: seconds % 60 })
}
