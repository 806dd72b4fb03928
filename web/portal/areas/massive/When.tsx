import { Radio, TextInput } from '@mantine/core'
import { DayInput } from '#web/shared/forms/DateFields.tsx'
import { errorLine } from '#web/shared/forms/fields.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { addDays } from '#web/shared/texts/months.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { Hour, HourForm } from './useHour.ts'
import style from './When.module.css'

interface WhenProps {
  form: HourForm
  hour: Hour
  /** How many receipts it is about. */
  count: number
  /** The label of the choice to publish at once. */
  now: string
}

/** The server refuses a later hour. */
const daysAhead = 90

/** The choice between at once and an hour in the company's zone. */
export function When({ form, hour: { later, setLater, day, setDay, hour, setHour }, count, now }: WhenProps) {
  const { t } = useWords('massive')
  const { company } = useViewer()
  const error = errorLine(form.errors['visible_desde'])
  const id = `${form.id}-visible_desde`
  // Once there is a day, the hour is the field to correct.
  const atHour = day !== ''
  form.labels.set('visible_desde', t(atHour ? 'publicar.hora' : 'publicar.dia'))
  return (
    <Radio.Group
      label={t('publicar.cuando', { count })}
      value={later ? 'later' : 'now'}
      onChange={(value) => setLater(value === 'later')}
    >
      <div className={`${style.when} column gap-8`}>
        <Radio value="now" label={now} disabled={form.busy} />
        <Radio value="later" label={t('publicar.despues')} disabled={form.busy} />
        {later && (
          <div className={style.hour}>
            <DayInput
              id={atHour ? `${id}-day` : id}
              label={t('publicar.dia')}
              withAsterisk
              description={t('publicar.diaAyuda', { dias: daysAhead })}
              value={day}
              onChange={setDay}
              minDate={company.hoy}
              maxDate={addDays(company.hoy, daysAhead)}
              error={!atHour && error}
              disabled={form.busy}
            />
            <TextInput
              id={atHour ? id : `${id}-hour`}
              inputMode="numeric"
              placeholder="09:00"
              maxLength={5}
              label={t('publicar.hora')}
              withAsterisk
              value={hour}
              onChange={(event) => setHour(event.currentTarget.value)}
              description={t('publicar.enZona', { zona: zoneName(company.zona) })}
              error={atHour && error}
              disabled={form.busy}
            />
          </div>
        )}
      </div>
    </Radio.Group>
  )
}

/** 'Buenos Aires' of 'America/Argentina/Buenos_Aires'. */
function zoneName(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
