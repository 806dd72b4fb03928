import { Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { massive } from '#contract/massive.ts'
import { DayInput } from '#web/shared/DateFields.tsx'
import { errorLine } from '#web/shared/fields.tsx'
import type { Form } from '#web/shared/useForm.ts'
import { useViewer } from '#web/shared/viewer.ts'
import style from './Preview.module.css'

interface WhenProps {
  form: Form<typeof massive.publish>
  later: boolean
  onLater: (later: boolean) => void
  day: string
  onDay: (day: string) => void
  hour: string
  onHour: (hour: string) => void
}

/** At once, or at an hour of the company's clock, at most 90 days ahead. */
export function When({ form, later, onLater, day, onDay, hour, onHour }: WhenProps) {
  const { t } = useTranslation('massive')
  const { company } = useViewer()
  form.labels.set('visible_desde', t('publicar.cuando'))
  return (
    <Radio.Group
      label={t('publicar.cuando')}
      value={later ? 'later' : 'now'}
      onChange={(value) => onLater(value === 'later')}
    >
      <div className={style.when}>
        <Radio value="now" label={t('publicar.ahora')} disabled={form.busy} />
        <Radio value="later" label={t('publicar.despues')} disabled={form.busy} />
        {later && (
          <div className={style.hour}>
            <DayInput
              id={`${form.id}-visible_desde`}
              label={t('publicar.dia')}
              value={day}
              onChange={onDay}
              minDate={company.hoy}
              error={errorLine(form.errors['visible_desde'])}
              disabled={form.busy}
            />
            <TextInput
              inputMode="numeric"
              placeholder="09:00"
              maxLength={5}
              label={t('publicar.hora')}
              value={hour}
              onChange={(event) => onHour(event.currentTarget.value)}
              description={t('publicar.enZona', { zona: zoneName(company.zona) })}
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
