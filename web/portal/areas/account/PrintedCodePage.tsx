import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { account } from '#contract/account/account.ts'
import type { AnswerOf } from '#contract/call.ts'
import { employees } from '#contract/employees/employees.ts'
import { logoAddress } from '#web/shared/look/brand.ts'
import { call } from '#web/shared/calls/call.ts'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { instantText, useErrorText, zoneText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import style from './PrintedCodePage.module.css'

type Printed = AnswerOf<typeof account.printCode>

/** A code that lets somebody without a mail in, made and printed. It is nowhere but on this page. */
export function PrintedCodePage() {
  const { t } = useTranslation('access')
  const id = Number(useParams()['id'])
  const person = useCall(employees.one, { id })
  const errorText = useErrorText()
  const [printed, setPrinted] = useState<Printed | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const make = async () => {
    setBusy(true)
    setError(null)
    try {
      setPrinted(await call(account.printCode, { id }))
    } catch (reason) {
      setError(reason)
    } finally {
      setBusy(false)
    }
  }
  const name = person.data ? `${person.data.nombre} ${person.data.apellido}` : ''
  return (
    <FormPage title={t('codigo.titulo')} back={{ to: paths.employee(id), label: name || t('codigo.volver') }}>
      <div className={style.page}>
        {person.error ? (
          <ErrorState error={person.error} title={t('codigo.titulo')} onRetry={() => void person.refetch()} />
        ) : (
          <>
            <p>{t('codigo.texto')}</p>
            <p className="second">{t('codigo.firma')}</p>
            {error !== null && (
              <p className={style.wrong} role="alert">
                {errorText(error)}
              </p>
            )}
            <div className={style.acts}>
              {printed && (
                <Button
                  variant="filled"
                  leftSection={<IconPrinter size={18} aria-hidden />}
                  onClick={() => window.print()}
                >
                  {t('codigo.imprimir')}
                </Button>
              )}
              <Button
                variant={printed ? 'default' : 'filled'}
                loading={busy}
                disabled={!person.data}
                onClick={() => void make()}
              >
                {t(printed ? 'codigo.hacerOtro' : 'codigo.hacer')}
              </Button>
            </div>
            {printed && (
              <>
                <p className="second" role="status">
                  {t('codigo.una')}
                </p>
                <Sheet printed={printed} />
              </>
            )}
          </>
        )}
      </div>
    </FormPage>
  )
}

/** What is handed over: on paper it stands alone. */
function Sheet({ printed }: { printed: Printed }) {
  const { t } = useTranslation('access')
  const { company } = useViewer()
  return (
    <section className={`paper ${style.sheet}`} aria-label={t('codigo.hoja.titulo')}>
      <header>
        <img src={logoAddress(company.id)} alt="" width={36} height={36} />
        <b>{printed.empresa}</b>
      </header>
      <h2>{t('codigo.hoja.titulo')}</h2>
      <p>{t('codigo.para', { nombre: printed.nombre })}</p>
      <ol>
        <li>
          {t('codigo.hoja.entrar')}
          <strong>{printed.direccion}</strong>
        </li>
        <li>
          {t('codigo.hoja.usuario')}
          <strong>{printed.usuario}</strong>
        </li>
        <li>
          {t('codigo.hoja.codigo')}
          <strong className={style.code}>{printed.codigo}</strong>
        </li>
        <li>{t('codigo.hoja.elegir')}</li>
      </ol>
      <p>
        <b>
          {t('codigo.hoja.vence', {
            fecha: instantText(printed.vence, company.zona),
            zona: zoneText(printed.vence, company.zona),
          })}
        </b>
      </p>
      <p>{t('codigo.hoja.cuidado')}</p>
    </section>
  )
}
