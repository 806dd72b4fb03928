import { Button, PasswordInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { ownCalls, selfService } from '#contract/self-service/self-service.ts'
import { languageOf } from '#locales/languages.ts'
import { bind } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { ProviderProof } from '#web/shared/session/ProviderProof.tsx'
import { storedUser } from '#web/shared/session/session.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './own-data.module.css'

interface Props {
  form: Form<(typeof ownCalls)['address']['change']>
  statement: AnswerOf<typeof selfService.statement>
  onBack: () => void
}

/** The statement as it will be signed, and the password that signs it. */
export function SignStatement({ form, statement, onBack }: Props) {
  const { t, i18n } = useWords(['self-service', 'words'])
  const { company } = useViewer()
  const isForeign = languageOf(company.pais.toLowerCase()).slice(0, 2) !== i18n.language.slice(0, 2)
  const byProvider = storedUser()?.sso === true
  const { password, sso } = form.values
  const title = useRef<HTMLHeadingElement>(null)
  // The step begins at its top: the button that led here stands below the fold.
  useEffect(() => {
    window.scrollTo({ top: 0 })
    title.current?.focus({ preventScroll: true })
  }, [])
  return (
    <FormShell
      form={form}
      loading={false}
      error={null}
      // The light router can't hold somebody back on leaving: the draft keeps what was typed.
      modal
      submit={t('yo.firmar')}
      shut={byProvider && !sso ? t('yo.faltaProveedor') : undefined}
      foot={t('yo.firmarTexto')}
    >
      {isForeign && <p className="second">{t('yo.idioma')}</p>}
      <article className={`${style.statement} column gap-12`}>
        <h2 ref={title} tabIndex={-1}>
          {statement.titulo}
        </h2>
        <dl className={style.values}>
          {statement.datos.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p>{statement.texto}</p>
        {statement.fuente && <p className={style.source}>{statement.fuente}</p>}
      </article>
      <Button
        size="lg"
        className={style.withdraw ?? ''}
        leftSection={<IconPencil size={18} aria-hidden />}
        disabled={form.busy}
        onClick={onBack}
      >
        {t('yo.corregir')}
      </Button>
      {byProvider ? (
        <>
          <ProviderProof onProof={(proof) => form.set('sso', proof)} />
          {Boolean(sso) && <p role="status">{t('yo.identificado')}</p>}
        </>
      ) : (
        <PasswordInput
          {...bind({ form, name: 'password', label: t('yo.contrasena'), help: t('yo.contrasenaAyuda') })}
          required
          withAsterisk
          value={typeof password === 'string' ? password : ''}
          onChange={({ currentTarget: { value } }) => form.set('password', value)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('words:formulario.mostrar') }}
        />
      )}
    </FormShell>
  )
}
