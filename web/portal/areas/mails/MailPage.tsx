import { Alert, Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconLock,
  IconMailForward,
  IconShieldCheck,
  IconShieldLock,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
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
import { useWords } from '#web/shared/texts/useWords.ts'
import { LineField } from './LineField.tsx'
import { ColourFields, PictureField } from './LookFields.tsx'
import { MailDesk } from './MailDesk.tsx'
import { MailsNav } from './MailsNav.tsx'
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

/** The list of mails stands beside the editor. */
const listFrom = '(min-width: 1440px)'
/** Pixels of the page, its list included, from which both languages have room beside each other. */
const sideBySideFrom = 1340

interface Place {
  /** The way back to the list, where the list isn't beside the editor. */
  back: { to: string; label: string } | undefined
  sideBySide: boolean
}

/** The editor of one mail, named in the address. */
export function MailPage() {
  const { t } = useWords(['mails', 'mails-events'])
  const event = useSearchParams()[0].get('event') ?? ''
  const known = Object.hasOwn(mailEvents, event)
  const { data, error, refetch } = useCall(customMails.one, { event: event as MailEvent }, { enabled: known })
  const mayChange = useMay(customMails.save.need)
  const { ref, width } = useElementSize()
  const withList = useMediaQuery(listFrom, false, { getInitialValueInEffect: false })
  if (!known) return <Navigate to={paths.customMails()} replace />
  const place: Place = {
    back: withList ? undefined : { to: paths.customMails(), label: t('titulo') },
    sideBySide: withList && width >= sideBySideFrom,
  }
  return (
    <div ref={ref} className={style.place}>
      {withList && <MailsNav event={event as MailEvent} />}
      {error && <ErrorState error={error} title={t('editor.error')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data &&
        (mayChange ? (
          <MailForm key={`${event} ${data.version}`} mail={data} place={place} />
        ) : (
          <MailSeen key={event} mail={data} place={place} />
        ))}
    </div>
  )
}

/** A mail for somebody who may look at it and not change it. */
function MailSeen({ mail, place: { back } }: { mail: CustomMail; place: Place }) {
  const { t } = useWords(['mails', 'mails-events'])
  const { company } = useViewer()
  const [language, setLanguage] = useState<Language>(firstLanguage(company))
  return (
    <FormPage title={t(`mails-events:${mail.evento}`)} {...(back && { back })}>
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
  const { t } = useWords('mails')
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

/** The words of one language beside those of the other. The preview has the language in which one writes. */
function LanguageColumn(props: {
  language: Language
  isOwn: boolean
  onEnter: () => void
  children: ReactNode[]
}) {
  const { language, isOwn, onEnter, children } = props
  const rows = children.filter((field) => field !== null).length + 1
  const { t } = useWords('mails')
  return (
    <section
      className={style.language}
      style={{ gridRow: `span ${rows}` }}
      aria-labelledby={`idioma-${language}`}
      onFocusCapture={onEnter}
    >
      <h2 id={`idioma-${language}`}>
        {t(`idioma.${language}`)}
        {isOwn && <span className="second"> · {t('lista.propio')}</span>}
      </h2>
      {children}
    </section>
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

function MailForm({ mail, place: { back, sideBySide } }: { mail: CustomMail; place: Place }) {
  const { t } = useWords(['mails', 'mails-events'])
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
  const faults = { es: wordsFaults(event, said.es), pt: wordsFaults(event, said.pt) }
  const faulty = mailLanguages.filter((one) => faults[one].size > 0)
  const put = (of: Language, change: Partial<CustomWords>) =>
    form.set(of, compact({ ...said[of], ...change }))
  /** The look is the same in both languages. */
  const putLook = (change: Pick<CustomWords, 'imagen'> | Pick<CustomWords, 'colores'>) => {
    for (const one of mailLanguages) put(one, change)
  }
  /** One of the texts of a line; a security mail keeps its own. */
  const line = (of: Language, name: 'asunto' | 'titulo' | 'boton' | 'pie') => {
    const standard = mail[of].original[name]
    if (mail.seguridad || standard === null) return null
    return (
      <LineField
        key={`${name} ${of} ${round}`}
        label={t(`campo.${name}`)}
        help={t('campo.letras', { maximo: mailLetters[name] })}
        value={said[of][name] ?? standard}
        fault={faults[of].get(name)}
        variables={mail[of].variables}
        onChange={(text) => put(of, { [name]: text === standard ? null : text })}
      />
    )
  }
  const body = (of: Language) => {
    const standard = mail[of].original.texto
    return (
      <RichTextField
        key={`texto ${of} ${round}`}
        label={t(mail.seguridad ? 'campo.saludo' : 'campo.texto')}
        help={t('campo.textoAyuda')}
        value={(said[of].texto ?? standard) as unknown as RichDocument}
        fault={faults[of].get('texto')}
        variables={mail[of].variables}
        links={!mail.seguridad}
        required
        onChange={(document) =>
          put(of, { texto: JSON.stringify(document) === JSON.stringify(standard) ? null : { ...document } })
        }
      />
    )
  }
  const saved = () => {
    flushSync(() => setSettled(true))
    for (const settle of form.settled) settle()
  }
  const test = useAct(() => call(customMails.test, { event, idioma: language, palabras: compact(words) }), {
    done: ({ correo }) => t('prueba.enviada', { correo }),
  })
  const languageSwitch = (
    <LanguageSwitch
      mail={{
        es: { ...mail.es, propio: compact(said.es) },
        pt: { ...mail.pt, propio: compact(said.pt) },
      }}
      language={language}
      onChange={setLanguage}
    />
  )
  const note = (
    <p className={`${style.note} row gap-8 second`}>
      <IconShieldCheck size={18} aria-hidden /> {t('editor.sinDatos')}
    </p>
  )
  const preview = (
    <MailDesk event={event} language={language} words={compact(words)} isFaulty={faults[language].size > 0} />
  )
  const desk = sideBySide ? (
    <div className="column gap-16">
      {languageSwitch}
      {preview}
    </div>
  ) : (
    preview
  )
  const isOwn = mail.es.propio !== null || mail.pt.propio !== null
  const changes = mailLanguages.map((one) => ({
    language: one,
    isOwn: compact(said[one]) !== null,
  }))
  return (
    <FormPage title={t(`mails-events:${event}`)} {...(back && { back })} desk={phone ? undefined : desk}>
      <FormShell
        form={{ ...form, dirty: form.dirty && !settled }}
        loading={false}
        error={null}
        wide={sideBySide}
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
        {!sideBySide && languageSwitch}
        {mail.seguridad && (
          <Alert color="info" icon={<IconShieldLock size={18} />} title={t('seguridad.es')}>
            {t('seguridad.nota')}
          </Alert>
        )}
        {sideBySide ? (
          <>
            <div className={style.both}>
              {mailLanguages.map((one) => (
                <LanguageColumn
                  key={one}
                  language={one}
                  isOwn={compact(said[one]) !== null}
                  onEnter={() => setLanguage(one)}
                >
                  {line(one, 'asunto')}
                  {line(one, 'titulo')}
                  {body(one)}
                  {line(one, 'boton')}
                  {line(one, 'pie')}
                </LanguageColumn>
              ))}
            </div>
            {note}
          </>
        ) : (
          <>
            {line(language, 'asunto')}
            {line(language, 'titulo')}
            {body(language)}
            {note}
            {line(language, 'boton')}
          </>
        )}
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
        {!sideBySide && line(language, 'pie')}
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
