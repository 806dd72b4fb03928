import { Alert, Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp, IconLock, IconMailForward, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import type { InputOf } from '#contract/call.ts'
import {
  type CustomMail,
  customMails,
  type CustomWords,
  mailLanguages,
  mailLetters,
  wordsFaults,
} from '#contract/custom-mails.ts'
import type { RichDocument } from '#contract/rich-text.ts'
import { type MailEvent, mailEvents } from '#contract/mails.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { RichTextField } from '#web/shared/rich-text/RichTextField.tsx'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { instantText } from '#web/shared/texts/texts.ts'
import { LineField } from './LineField.tsx'
import { ColourFields, PictureField } from './LookFields.tsx'
import { MailDesk } from './MailDesk.tsx'
import style from './mails.module.css'

type Language = (typeof mailLanguages)[number]

const none: CustomWords = {
  asunto: null,
  titulo: null,
  texto: null,
  boton: null,
  pie: null,
  imagen: null,
  colores: null,
}

/** The editor of one mail, named in the address. */
export function MailPage() {
  const { t } = useTranslation(['mails', 'mails-events'])
  const event = useSearchParams()[0].get('event') ?? ''
  const known = Object.hasOwn(mailEvents, event)
  const { data, error, refetch } = useCall(customMails.one, { event: event as MailEvent }, { enabled: known })
  const mayChange = useMay(customMails.save.need)
  if (!known) return <Navigate to={paths.customMails()} replace />
  if (error) return <ErrorState error={error} title={t('editor.error')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  if (!mayChange) return <MailSeen mail={data} />
  return <MailForm key={`${event} ${data.version}`} mail={data} />
}

/** A mail for somebody who may look at it and not change it. */
function MailSeen({ mail }: { mail: CustomMail }) {
  const { t } = useTranslation(['mails', 'mails-events'])
  const { company } = useViewer()
  const [language, setLanguage] = useState<Language>(firstLanguage(company))
  return (
    <FormPage title={t(`mails-events:${mail.evento}`)} back={{ to: paths.customMails(), label: t('titulo') }}>
      <div className={`${style.seen} column gap-16`}>
        <Alert color="info" icon={<IconLock size={18} />}>
          {t('editor.soloVer')}
        </Alert>
        <LanguageSwitch mail={mail} language={language} onChange={setLanguage} />
        <MailDesk event={mail.evento} language={language} words={mail[language].propio} isFaulty={false} />
      </div>
    </FormPage>
  )
}

function LanguageSwitch({
  mail,
  language,
  onChange,
}: {
  mail: Pick<CustomMail, 'es' | 'pt'>
  language: Language
  onChange: (language: Language) => void
}) {
  const { t } = useTranslation('mails')
  return (
    <SegmentedControl
      className={style.languages ?? ''}
      aria-label={t('idioma.titulo')}
      value={language}
      onChange={(chosen) => onChange(chosen === 'pt' ? 'pt' : 'es')}
      data={mailLanguages.map((value) => ({
        value,
        label: mail[value].propio ? `${t(`idioma.${value}`)} · ${t('lista.propio')}` : t(`idioma.${value}`),
      }))}
    />
  )
}

/** The language in which most of the company's people are written to. */
function firstLanguage({ pais }: { pais: string }): Language {
  return pais === 'BR' ? 'pt' : 'es'
}

/** Words as they are sent: none where every part is the standard one. */
function compact(words: CustomWords | null | undefined): CustomWords | null {
  return words && Object.values(words).some((value) => value !== null) ? words : null
}

function MailForm({ mail }: { mail: CustomMail }) {
  const { t } = useTranslation(['mails', 'mails-events'])
  const { company } = useViewer()
  const navigate = useNavigate()
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const [language, setLanguage] = useState<Language>(firstLanguage(company))
  const [asking, setAsking] = useState<'save' | 'restore'>()
  const [round, setRound] = useState(0)
  const [settled, setSettled] = useState(false)
  const [pictures, setPictures] = useState(mail.imagenes)
  const event = mail.evento
  const form = useForm(customMails.save, {
    initial: { event, version: mail.version, es: mail.es.propio, pt: mail.pt.propio },
    onDone: () => undefined,
  })
  const values = form.values as InputOf<typeof customMails.save>
  const said = { es: values.es ?? none, pt: values.pt ?? none }
  const words = said[language]
  const { original, variables } = mail[language]
  const faults = { es: wordsFaults(event, said.es), pt: wordsFaults(event, said.pt) }
  const faulty = mailLanguages.filter((one) => faults[one].size > 0)
  const put = (of: Language, change: Partial<CustomWords>) =>
    form.set(of, compact({ ...said[of], ...change }))
  /** The look is the same in both languages. */
  const putLook = (change: Pick<CustomWords, 'imagen'> | Pick<CustomWords, 'colores'>) => {
    for (const one of mailLanguages) put(one, change)
  }
  const line = (name: 'asunto' | 'titulo' | 'boton' | 'pie', standard: string) => (
    <LineField
      key={`${name} ${language} ${round}`}
      label={t(`campo.${name}`)}
      help={t('campo.letras', { maximo: mailLetters[name] })}
      value={words[name] ?? standard}
      fault={faults[language].get(name)}
      variables={variables}
      onChange={(text) => put(language, { [name]: text === standard ? null : text })}
    />
  )
  const saved = () => {
    flushSync(() => setSettled(true))
    for (const settle of form.settled) settle()
  }
  const test = useAct(() => call(customMails.test, { event, idioma: language, palabras: compact(words) }), {
    done: ({ correo }) => t('prueba.enviada', { correo }),
  })
  const desk = (
    <MailDesk event={event} language={language} words={compact(words)} isFaulty={faults[language].size > 0} />
  )
  const isOwn = mail.es.propio !== null || mail.pt.propio !== null
  const changes = mailLanguages.map((one) => ({
    language: one,
    isOwn: compact(said[one]) !== null,
  }))
  return (
    <FormPage
      title={t(`mails-events:${event}`)}
      back={{ to: paths.customMails(), label: t('titulo') }}
      desk={phone ? undefined : desk}
    >
      <FormShell
        form={{ ...form, dirty: form.dirty && !settled }}
        loading={false}
        error={null}
        submit={t('editor.guardar')}
        shut={
          faulty.length > 0
            ? t('editor.faltas', { idiomas: faulty.map((one) => t(`idioma.${one}`)).join(', ') })
            : undefined
        }
        foot={
          mail.cambiado &&
          t('lista.cambio', {
            quien: mail.cambiado.quien ?? t('lista.nadie'),
            cuando: instantText(mail.cambiado.cuando, company.zona),
          })
        }
        onAsk={() => setAsking('save')}
        onCancel={() => void navigate(paths.customMails())}
      >
        <Draft
          form={form}
          name={`mail.${event.replaceAll('_', '-')}`}
          without={['event', 'version']}
          onRecover={() => setRound(round + 1)}
        />
        <LanguageSwitch
          mail={{
            es: { ...mail.es, propio: compact(said.es) },
            pt: { ...mail.pt, propio: compact(said.pt) },
          }}
          language={language}
          onChange={setLanguage}
        />
        {mail.seguridad && (
          <Alert color="info" icon={<IconLock size={18} />} title={t('seguridad.es')}>
            {t('seguridad.nota')}
          </Alert>
        )}
        {!mail.seguridad && line('asunto', original.asunto)}
        {!mail.seguridad && line('titulo', original.titulo)}
        <RichTextField
          key={`texto ${language} ${round}`}
          label={t(mail.seguridad ? 'campo.saludo' : 'campo.texto')}
          help={t('campo.textoAyuda')}
          value={(words.texto ?? original.texto) as unknown as RichDocument}
          fault={faults[language].get('texto')}
          variables={variables}
          links={!mail.seguridad}
          required
          onChange={(document) =>
            put(language, {
              texto: JSON.stringify(document) === JSON.stringify(original.texto) ? null : { ...document },
            })
          }
        />
        <p className={`${style.note} row gap-8 second`}>
          <IconShieldCheck size={18} aria-hidden /> {t('editor.sinDatos')}
        </p>
        {!mail.seguridad && original.boton !== null && line('boton', original.boton)}
        <PictureField
          picture={pictures.find(({ id }) => id === words.imagen) ?? null}
          onChange={(chosen) => {
            if (chosen) setPictures([...pictures, chosen])
            putLook({ imagen: chosen?.id ?? null })
          }}
        />
        <ColourFields
          colours={words.colores}
          fault={faults[language].get('colores')}
          onChange={(colores) => putLook({ colores })}
        />
        {!mail.seguridad && line('pie', original.pie)}
        <div className="row wrap gap-8">
          <Button
            loading={test.busy}
            disabled={faults[language].size > 0}
            leftSection={<IconMailForward size={18} aria-hidden />}
            onClick={() => test.run()}
          >
            {t('prueba.enviar')}
          </Button>
          {isOwn && (
            <Button
              variant="subtle"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              onClick={() => setAsking('restore')}
            >
              {t('editor.restaurar')}
            </Button>
          )}
        </div>
        {phone && desk}
      </FormShell>
      {asking === 'save' && (
        <ConfirmDialog
          title={t('guardar.titulo')}
          submit={t('editor.guardar')}
          act={() =>
            call(customMails.save, {
              event,
              version: mail.version,
              es: compact(said.es),
              pt: compact(said.pt),
            })
          }
          refresh={[customMails.list]}
          done={t('guardar.hecho')}
          onClose={() => setAsking(undefined)}
          onDone={async () => {
            saved()
            await navigate(paths.customMails())
          }}
        >
          <p>{t('guardar.texto', { correo: t(`mails-events:${event}`) })}</p>
          <ul>
            {changes.map(({ language: one, isOwn: own }) => (
              <li key={one}>
                {t(`idioma.${one}`)}: {t(own ? 'guardar.propias' : 'guardar.originales')}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
      {asking === 'restore' && (
        <ConfirmDialog
          title={t('restaurar.titulo')}
          submit={t('restaurar.hacer')}
          dangerous
          act={() => call(customMails.restore, { event, version: mail.version })}
          refresh={[customMails.list]}
          done={t('restaurar.hecho')}
          onClose={() => setAsking(undefined)}
          onDone={async () => {
            saved()
            await navigate(paths.customMails())
          }}
        >
          <p>{t('restaurar.texto', { correo: t(`mails-events:${event}`) })}</p>
        </ConfirmDialog>
      )}
    </FormPage>
  )
}
