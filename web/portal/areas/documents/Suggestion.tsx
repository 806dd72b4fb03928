import { Alert } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { analysis } from '#contract/analysis.ts'
import { Facts } from '#web/shared/pages/pages.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { instantText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './DocumentPage.module.css'

/** An external model's suggestion about a document, marked as such: text to read, without any act. */
export function Suggestion({ id }: { id: number }) {
  const { t } = useWords('analysis')
  const { company } = useViewer()
  const { data, error, refetch } = useCall(analysis.ofDocument, { id })
  if (error) return <ErrorState error={error} title={t('error')} onRetry={() => void refetch()} />
  if (!data || data.estado === 'ninguno') return null
  const { estado, resumen, campos, modelo, direccion, fecha } = data
  // If a name occurs twice, the last value wins.
  const facts = [...new Map(campos.map(({ nombre, valor }) => [nombre, valor]))]
  return (
    <Alert
      color="gray"
      icon={<IconSparkles size={20} aria-hidden />}
      title={t('sugerencia')}
      mt={20}
      data-suggestion
    >
      {estado === 'hecho' ? (
        <div className={`${style.evidence} column gap-20`}>
          <p>{resumen}</p>
          {facts.length > 0 && <Facts of={facts} />}
          <p className="second">
            {t('hecha', { modelo, direccion, fecha: fecha && instantText(fecha, company.zona) })}
          </p>
        </div>
      ) : (
        <p>{t(estado)}</p>
      )}
    </Alert>
  )
}
