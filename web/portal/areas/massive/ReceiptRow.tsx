import { ActionIcon, Avatar, Button, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowMerge,
  IconBan,
  IconCircleCheck,
  IconCut,
  IconFileText,
  IconSearch,
  IconUserEdit,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { memo } from 'react'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveItem } from '#contract/massive/preview.ts'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { actsOf, isSolved, type ReceiptAct } from './acts.ts'
import { Agreement, Clues, Read, ReadBy, ReceiptName, usePlace, useWitnessText } from './ReceiptFacts.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { useGroupWords } from './useGroupWords.ts'
import style from './Preview.module.css'

interface Props {
  process: number
  item: MassiveItem
  focused: boolean
  /** In a group of several kinds each row says what is wrong with it. */
  mixed: boolean
  /** The group is of what is ready or was decided. */
  settled: boolean
  busy: boolean
  onAct: (act: ReceiptAct) => void
  onPage: () => void
  /** Its page isn't beside the list, but opens over it. */
  pageApart: boolean
}

interface RowProps extends Omit<Props, 'onAct' | 'onPage'> {
  /** Its place in the group, from 0. */
  at: number
  onActOn: (item: MassiveItem, act: ReceiptAct) => void
  onOpenPage: (at: number) => void
}

/** One receipt: its pages, what was read, to whom it goes or could, and what can be done; solved, one line. */
export const ReceiptRow = memo(function ReceiptRow({ at, onActOn, onOpenPage, ...of }: RowProps) {
  const { item, focused, settled } = of
  const props: Props = { ...of, onAct: (act) => onActOn(item, act), onPage: () => onOpenPage(at) }
  const ready = settled && item.situacion === 'ready'
  const solved = !ready && isSolved(item)
  return (
    <div className={style.row} data-focused={focused || undefined} data-solved={solved || undefined}>
      {ready ? <Ready {...props} /> : solved ? <Solved {...props} /> : <Open {...props} />}
    </div>
  )
})

function Solved({ item, busy, onAct }: Props) {
  const { t } = useWords('massive')
  const gone = item.situacion === 'excluded' || item.situacion === 'merged'
  const decision = item.decision ?? (item.situacion === 'merged' ? 'merged' : 'excluded')
  const Icon = gone ? IconBan : IconCircleCheck
  return (
    <>
      <Icon size={18} className={gone ? style.gone : style.ok} aria-hidden />
      <span className="grow ellipsis" id={`receipt-${item.id}`}>
        {t(`hecho.${decision}`)} {!gone && item.colaborador && <b>{item.colaborador.nombre}</b>}
        <span className="quiet">
          {' · '}
          {[
            usePlace(item),
            gone && (item.nombre_leido ?? item.colaborador?.nombre),
            item.decidido_por && t('hecho.por', { quien: item.decidido_por }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <Button size="compact-sm" variant="subtle" loading={busy} onClick={stopped(() => onAct('deshacer'))}>
        {t('acto.deshacer')}
      </Button>
    </>
  )
}

/** A ready receipt: the employee, the id that matched, and its pages; the current row has its acts. */
function Ready({ process, item, focused, busy, onAct, onPage, pageApart }: Props) {
  const { t } = useWords('massive')
  const witnesses = useWitnessText()
  const who = item.colaborador
  const name = who?.nombre ?? item.nombre_leido ?? ''
  const place = usePlace(item)
  return (
    <>
      <Thumb {...{ process, item, onPage }} small />
      <ReceiptName item={item} />
      <span className={`${style.who} column grow`}>
        <b>{name}</b>
        <span className={`second ${style.witnesses}`}>
          {(who && witnesses(who)) ?? [who?.cargo, who?.lugar].filter(Boolean).join(' · ')}
        </span>
      </span>
      {pageApart && focused && (
        <span className={`${style.acts} ${style.readyActs} flex wrap gap-8`}>
          <PageButton name={name} onPage={onPage} />
          {actsOf(item).map((act) => (
            <ActButton key={act} {...{ act, item, name, focused, busy, onAct }} />
          ))}
        </span>
      )}
      <span className={`${style.icons} flex gap-4`}>
        {focused &&
          !pageApart &&
          actsOf(item).map((act) => {
            const Icon = icons[act] ?? IconUserEdit
            const label = t(act === 'elegir' ? 'acto.otra' : `acto.${act}`)
            return (
              <Tooltip key={act} label={label}>
                <ActionIcon
                  aria-label={t('acto.deRecibo', { acto: label, recibo: name })}
                  disabled={busy}
                  onClick={stopped(() => onAct(act))}
                >
                  <Icon size={18} />
                </ActionIcon>
              </Tooltip>
            )
          })}
      </span>
      <span className={`${style.by} column`}>
        <TaxId value={who?.cuil ?? item.id_leido} />
        <ReadBy item={item} />
      </span>
      <span className={`quiet figures ${style.place}`}>{repeatsId(item) ? '' : place}</span>
    </>
  )
}

/** The file's name begins with the id that is shown anyway, and no other file has to be told from it. */
function repeatsId({ archivo, colaborador, id_leido, grupo }: MassiveItem): boolean {
  const id = (colaborador?.cuil ?? id_leido ?? '').replaceAll(/[^0-9A-Za-z]/g, '')
  return id !== '' && grupo !== 'repetido' && archivo !== null && archivo.startsWith(id)
}

const icons: Partial<Record<ReceiptAct, TablerIcon>> = {
  elegir: IconUserEdit,
  crear: IconUserPlus,
  unir: IconArrowMerge,
  partir: IconCut,
  excluir: IconBan,
  deshacer: IconArrowBackUp,
}

const buttonIcons: Partial<Record<ReceiptAct, TablerIcon>> = {
  elegir: IconSearch,
  crear: IconUserPlus,
  unir: IconArrowMerge,
  partir: IconCut,
}

function Open({ process, item, focused, mixed, busy, onAct, onPage, pageApart }: Props) {
  const words = useGroupWords()
  const place = usePlace(item)
  const { sugerencia, colaborador, falla } = item
  const who = colaborador ?? sugerencia
  const acts = actsOf(item)
  const name = who?.nombre ?? item.nombre_leido ?? place
  const offered = focused ? acts : acts.slice(0, 1)
  return (
    <>
      <Thumb {...{ process, item, onPage }} />
      <div className={`${style.facts} column gap-6 grow`} data-focused={focused || undefined}>
        <ReceiptName item={item} {...(mixed && { kind: words.short(item.grupo) })} />
        <div className={`${style.readLine} flex apart gap-12`}>
          <span>
            {mixed && <span className={style.kind}>{words.short(item.grupo)}</span>}
            <Read item={item} />
          </span>
          {!repeatsId(item) && <span className={`quiet figures ${style.place}`}>{place}</span>}
        </div>
        <div className={`${style.factBody} row wrap`}>
          {who ? (
            <div className={`${style.person} row gap-12`}>
              <Avatar name={who.nombre} size={32} color="gray" aria-hidden />
              <span>
                <b>{who.nombre}</b>{' '}
                <span className="second">
                  <TaxId value={who.cuil} />
                </span>
                <span className={`second ${style.agrees}`}>
                  {sugerencia && !colaborador ? (
                    <Agreement who={sugerencia} />
                  ) : (
                    [who.cargo, who.lugar].filter(Boolean).join(' · ')
                  )}
                </span>
              </span>
            </div>
          ) : (
            item.nombre_leido && (
              <p className={style.name}>
                <b>{item.nombre_leido}</b>
              </p>
            )
          )}
          <Clues item={item} />
          {falla && <p className={style.fault}>{falla.message}</p>}
          {offered.length > 0 && (
            <div className={`${style.acts} flex wrap gap-8`}>
              {focused && pageApart && item.paginas.length > 0 && <PageButton name={name} onPage={onPage} />}
              {offered.map((act) => (
                <ActButton
                  key={act}
                  act={act}
                  item={item}
                  name={name}
                  focused={focused}
                  busy={busy}
                  onAct={onAct}
                />
              ))}
            </div>
          )}
        </div>
      </div>
    </>
  )
}

const keyOf: Partial<Record<ReceiptAct, string>> = {
  asignar_sugerido: 'A',
  publicar_igual: 'P',
  excluir: 'X',
  unir: 'M',
  partir: 'S',
}

interface ActProps extends Pick<Props, 'item' | 'focused' | 'busy' | 'onAct'> {
  act: ReceiptAct
  /** The receipt's employee, for screen readers that read the button alone. */
  name: string
}

function ActButton({ act, item, name, focused, busy, onAct }: ActProps) {
  const { t } = useWords('massive')
  const { sugerencia, colaborador } = item
  const Icon = buttonIcons[act]
  const label =
    focused && act === 'asignar_sugerido' && sugerencia
      ? t('acto.asignarA', { apellido: sugerencia.nombre.split(',')[0] ?? '' })
      : act === 'elegir' && (sugerencia || colaborador)
        ? t('acto.otra')
        : t(`acto.${act}`)
  // The same key proposes somebody to be chosen where nobody is proposed.
  const key = focused ? (act === 'elegir' && !sugerencia ? 'A' : keyOf[act]) : undefined
  return (
    <Button
      size="compact-sm"
      variant={focused && act === 'asignar_sugerido' ? 'outline' : 'default'}
      disabled={busy}
      aria-label={
        act === 'asignar_sugerido'
          ? t('acto.asignarA', { apellido: name })
          : t('acto.deRecibo', { acto: label, recibo: name })
      }
      {...(key && { 'aria-keyshortcuts': key })}
      {...(Icon && { leftSection: <Icon size={16} aria-hidden /> })}
      onClick={stopped(() => onAct(act))}
    >
      {label}
      {key && <kbd aria-hidden data-key={key} />}
    </Button>
  )
}

/** Opens the receipt's page, where it isn't beside the list. */
function PageButton({ name, onPage }: Pick<ActProps, 'name'> & Pick<Props, 'onPage'>) {
  const { t } = useWords('massive')
  return (
    <Button
      size="compact-sm"
      leftSection={<IconFileText size={16} aria-hidden />}
      aria-label={t('acto.deRecibo', { acto: t('acto.recibo'), recibo: name })}
      onClick={stopped(onPage)}
    >
      {t('acto.recibo')}
    </Button>
  )
}

/** An act of a row is not a click on the row. */
function stopped(run: () => void) {
  return (event: { stopPropagation: () => void }) => {
    event.stopPropagation()
    run()
  }
}

interface ThumbProps extends Pick<Props, 'process' | 'item' | 'onPage'> {
  small?: true
}

function Thumb({ process, item, onPage, small }: ThumbProps) {
  const { t } = useWords('massive')
  const place = usePlace(item)
  if (item.paginas.length === 0) return <span className={style.noThumb} />
  return (
    <button
      type="button"
      className={style.thumb}
      tabIndex={-1}
      aria-label={t('acto.deRecibo', { acto: t('acto.pagina'), recibo: place })}
      onClick={stopped(onPage)}
    >
      <Thumbnail
        input={{ id: process, item: item.id, pagina: 1, ancho: 112 }}
        call={massive.page}
        pages={item.paginas.length}
        small={small ?? false}
      />
    </button>
  )
}
