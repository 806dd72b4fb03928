import { Input, NumberInput, SegmentedControl, Select, Switch } from '@mantine/core'
import { IconRotateClockwise } from '@tabler/icons-react'
import {
  type Box,
  leastSignature,
  pageBounds,
  pageOptions,
  papers,
  turns,
  type typeConfiguration,
} from '#contract/folders/configuration.ts'
import { bind, errorLine } from '#web/shared/forms/fields.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { Trans, useWords } from '#web/shared/texts/useWords.ts'
import { inside, type Size } from './boxes.ts'
import { type BoxName, cutKinds, type Positions, type Side, sides } from './usePositions.ts'
import style from './Position.module.css'

interface Props {
  form: Form<typeof typeConfiguration.change>
  positions: Positions
  /** There is a PDF that can be the type's own. */
  hasPdf: boolean
}

/** The same places as numbers, and the changes made to each page. */
export function PositionPanel({ form, positions, hasPdf }: Props) {
  const { t } = useWords('folders')
  const { facts, put } = positions
  return (
    <>
      <section className={`${style.section} column gap-12`}>
        <h2>{t('posicion.firmas')}</h2>
        <Segments
          form={form}
          name="pagina"
          label={t('posicion.donde')}
          data={pageOptions.map((value) => ({ value, label: t(`posicion.en.${value}`) }))}
          value={facts.pagina}
          onChange={(chosen) => {
            const pagina = pageOptions.find((one) => one === chosen)
            if (pagina) put({ pagina, numero: pagina === 'custom' ? (facts.numero ?? 1) : null })
          }}
        />
        {facts.pagina === 'custom' && (
          <NumberInput
            {...bind({ form, name: 'numero', label: t('posicion.numero') })}
            value={facts.numero ?? ''}
            onChange={(value) => put({ numero: value === '' ? null : Number(value) })}
            min={1}
            max={500}
            allowDecimal={false}
          />
        )}
        <SideSwitch form={form} positions={positions} side="empresa" />
        <SideSwitch form={form} positions={positions} side="colaborador" />
      </section>
      <ChosenNumbers positions={positions} disabled={form.busy} />
      <section className={`${style.section} column gap-12`}>
        <h2>{t('posicion.hojaTitulo')}</h2>
        <Segments
          form={form}
          name="pdf_propio"
          label={t('posicion.sobre')}
          data={[
            { value: 'own', label: t('posicion.propio'), disabled: !hasPdf },
            { value: 'blank', label: t('posicion.blanco') },
          ]}
          value={facts.pdf_propio ? 'own' : 'blank'}
          onChange={(chosen) => put({ pdf_propio: chosen === 'own' })}
        />
        <div className={style.two}>
          <Select
            {...bind({ form, name: 'papel', label: t('posicion.papel') })}
            data={Object.keys(papers)}
            value={facts.papel}
            onChange={(papel) => papel && put({ papel: papel as keyof typeof papers })}
            allowDeselect={false}
            disabled={facts.pdf_propio || form.busy}
          />
          <Select
            {...bind({ form, name: 'orientacion', label: t('posicion.orientacion') })}
            data={(['portrait', 'landscape'] as const).map((value) => ({
              value,
              label: t(`posicion.sentido.${value}`),
            }))}
            value={facts.orientacion}
            onChange={(chosen) => put({ orientacion: chosen === 'landscape' ? 'landscape' : 'portrait' })}
            allowDeselect={false}
            disabled={facts.pdf_propio || form.busy}
          />
        </div>
        {facts.pdf_propio && <p className={`second ${style.hint}`}>{t('posicion.loDicePdf')}</p>}
        <Segments
          form={form}
          name="giro"
          label={t('posicion.giro')}
          data={turns.map((turn) => ({ value: String(turn), label: `${turn}°` }))}
          value={String(facts.giro)}
          onChange={(chosen) => {
            const giro = turns.find((turn) => String(turn) === chosen)
            if (giro !== undefined) put({ giro })
          }}
        />
        <Segments
          form={form}
          name="corte"
          label={t('posicion.corte')}
          data={cutKinds.map((value) => ({
            value,
            label: t(`posicion.corta.${value}`),
          }))}
          value={positions.cutKind}
          onChange={(chosen) => positions.chooseCut(cutKinds.find((kind) => kind === chosen) ?? 'whole')}
        />
        {facts.dos_por_hoja && <p className={`second ${style.hint}`}>{t('posicion.cadaMitad')}</p>}
        <p className={`second ${style.hint}`}>
          <IconRotateClockwise size={16} aria-hidden /> {t('posicion.alSeparar')}
        </p>
        <NumberInput
          {...bind({
            form,
            name: 'paginacion',
            label: t('posicion.paginas'),
            help: t('posicion.paginasAyuda'),
          })}
          value={facts.paginacion ?? ''}
          onChange={(value) => put({ paginacion: value === '' ? null : Number(value) })}
          min={1}
          max={20}
          allowDecimal={false}
          placeholder={t('posicion.paginasLeidas')}
        />
      </section>
    </>
  )
}

/** Whether a side's signature has a place of its own. */
function SideSwitch({ form, positions, side }: Omit<Props, 'hasPdf'> & { side: Side }) {
  const { t } = useWords('folders')
  const box = positions.facts[side]
  const label = t(`posicion.${side}`)
  form.labels.set(side, label)
  const error = form.errors[side]
  return (
    <div className="column gap-8">
      <Switch
        id={`${form.id}-${side}`}
        label={label}
        description={box ? t('posicion.puesta') : t('posicion.alPie')}
        checked={box !== null}
        disabled={form.busy}
        onChange={(event) => {
          positions.choose(side)
          positions.put({ [side]: event.currentTarget.checked ? positions.place(side) : null })
        }}
      />
      {error && (
        <p className={style.wrong} role="alert">
          {errorLine(error)}
        </p>
      )}
    </div>
  )
}

/** The numbers of the box that is chosen, here or on the sheet. */
function ChosenNumbers({ positions, disabled }: { positions: Positions; disabled: boolean }) {
  const { t } = useWords('folders')
  const { facts, frame, sheet, custom, chosen, choose, put } = positions
  const boxes: BoxName[] = custom && facts.corte ? [...sides, 'corte'] : [...sides]
  return (
    <section className={`${style.section} column gap-12`}>
      <Input.Wrapper label={t('posicion.medidasDe')} labelElement="div">
        <SegmentedControl
          aria-label={t('posicion.medidasDe')}
          data={boxes.map((value) => ({ value, label: t(`posicion.de.${value}`) }))}
          value={chosen}
          onChange={(value) => choose(boxes.find((box) => box === value) ?? 'empresa')}
          fullWidth
          classNames={{ label: style.segment ?? '' }}
        />
      </Input.Wrapper>
      {chosen === 'corte' ? (
        facts.corte && (
          <BoxNumbers
            name={t('posicion.corte')}
            box={facts.corte}
            page={sheet}
            least={{ width: pageBounds.shorter[0], height: pageBounds.shorter[0] }}
            disabled={disabled}
            onChange={positions.cut}
          />
        )
      ) : (
        <BoxNumbers
          name={t(`posicion.${chosen}`)}
          box={positions.place(chosen)}
          page={frame}
          least={leastSignature}
          disabled={disabled}
          onChange={(next) => put({ [chosen]: next })}
        />
      )}
      <p className={`second ${style.hint}`}>
        <Trans t={t} i18nKey="posicion.ajusta" components={{ 1: <kbd /> }} />
      </p>
    </section>
  )
}

interface NumbersProps {
  name: string
  box: Box
  page: Size
  least: Size
  disabled: boolean
  onChange: (box: Box) => void
}

const numbers = ['x', 'y', 'width', 'height'] as const

function BoxNumbers({ name, box, page, least, disabled, onChange }: NumbersProps) {
  const { t } = useWords('folders')
  return (
    <div className={style.two}>
      {numbers.map((number) => (
        <NumberInput
          key={number}
          label={t(`posicion.medida.${number}`)}
          aria-label={`${name}: ${t(`posicion.medida.${number}`)}`}
          value={box[number]}
          onChange={(value) => {
            // A number that is being deleted to type another is none yet; '150.0' comes as text.
            const mm = value === '' ? Number.NaN : Number(value)
            if (Number.isFinite(mm) && mm >= 0) onChange(inside({ ...box, [number]: mm }, page))
          }}
          min={number === 'width' || number === 'height' ? least[number] : 0}
          max={number === 'x' || number === 'width' ? page.width : page.height}
          step={1}
          decimalScale={1}
          fixedDecimalScale
          decimalSeparator=","
          suffix=" mm"
          disabled={disabled}
        />
      ))}
    </div>
  )
}

interface SegmentsProps {
  form: Form<typeof typeConfiguration.change>
  name: 'pagina' | 'giro' | 'corte' | 'pdf_propio'
  label: string
  data: { value: string; label: string; disabled?: boolean }[]
  value: string
  onChange: (value: string) => void
}

function Segments({ form, name, label, data, value, onChange }: SegmentsProps) {
  form.labels.set(name, label)
  const id = `${form.id}-${name}`
  return (
    <Input.Wrapper label={label} labelElement="div" error={errorLine(form.errors[name])}>
      <SegmentedControl
        id={id}
        tabIndex={-1}
        aria-label={label}
        data={data}
        value={value}
        onChange={onChange}
        disabled={form.busy}
        fullWidth
        classNames={{ label: style.segment ?? '' }}
      />
    </Input.Wrapper>
  )
}
