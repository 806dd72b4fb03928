import { Alert, SegmentedControl, Select, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type CustomWords, customMails, type MailPreviewed } from '#contract/custom-mails.ts'
import type { RichDocument } from '#contract/rich-text.ts'
import type { MailEvent } from '#contract/mails.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { RichText } from '#web/shared/rich-text/RichText.tsx'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './mails.module.css'

interface Props {
  event: MailEvent
  language: 'es' | 'pt'
  /** Null: the standard words. */
  words: CustomWords | null
  /** The words have faults, so nothing new is shown. */
  isFaulty: boolean
}

const ways = ['pantalla', 'telefono', 'texto'] as const

/** A mail as a real person would get it: on a desk, on a phone, and as plain text. */
export function MailDesk({ event, language, words, isFaulty }: Props) {
  const { t } = useWords('mails')
  const errorText = useErrorText()
  const [way, setWay] = useState<(typeof ways)[number]>('pantalla')
  const [person, setPerson] = useState<number>()
  const [tried] = useDebouncedValue({ language, words, isFaulty }, 300)
  const { data, error } = useCall(customMails.preview, {
    event,
    idioma: tried.language,
    // Words with faults can't be previewed: then it is the mail as it was saved, until there is a better one.
    ...(!tried.isFaulty && { palabras: tried.words }),
    ...(person !== undefined && { persona: person }),
  })
  const [last, setLast] = useState<{ language: string; mail: MailPreviewed }>()
  if (data && !tried.isFaulty && data !== last?.mail) setLast({ language: tried.language, mail: data })
  const former = last?.language === language ? last.mail : undefined
  const shown = tried.isFaulty ? (former ?? data) : (data ?? former)
  return (
    <div className={`${style.desk} column gap-12`}>
      <div className="row wrap apart gap-8">
        <h2>{t('vista.titulo')}</h2>
        <SegmentedControl
          aria-label={t('vista.como')}
          value={way}
          onChange={(chosen) => setWay(ways.find((one) => one === chosen) ?? 'pantalla')}
          data={ways.map((value) => ({ value, label: t(`vista.${value}`) }))}
        />
      </div>
      <PersonField person={shown?.persona} onChoose={setPerson} />
      {isFaulty && <p className="second">{t('vista.conFaltas')}</p>}
      {error && (
        <Alert color="bad" role="alert">
          {errorText(error)}
        </Alert>
      )}
      {!shown && !error && <Skeleton height={280} />}
      {shown && (
        <article className={style.mail} data-way={way} aria-label={t('vista.titulo')} lang={language}>
          <header className={style.envelope}>
            <b>{shown.asunto}</b>
            <span>{shown.remitente}</span>
          </header>
          {way === 'texto' ? <pre className={style.plain}>{shown.texto}</pre> : <Rendered mail={shown} />}
        </article>
      )}
    </div>
  )
}

/** The person whose name and user name the preview has. */
function PersonField({
  person,
  onChoose,
}: {
  person: MailPreviewed['persona'] | undefined
  onChoose: (id: number) => void
}) {
  const { t } = useWords('mails')
  const [typed, setTyped] = useState('')
  const [buscar] = useDebouncedValue(typed, 250)
  const { data = [] } = useCall(customMails.people, { buscar: buscar === person?.nombre ? '' : buscar })
  const offered = person && !data.some(({ id }) => id === person.id) ? [person, ...data] : data
  return (
    <Select
      label={t('vista.persona')}
      searchable
      allowDeselect={false}
      value={person ? String(person.id) : null}
      data={offered.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
      filter={({ options }) => options}
      onSearchChange={setTyped}
      nothingFoundMessage={t('vista.nadie')}
      onChange={(id) => id !== null && onChoose(Number(id))}
    />
  )
}

/** Mails are light everywhere, with a paper and an ink of their own. */
function Rendered({ mail }: { mail: MailPreviewed }) {
  const { t } = useWords('mails')
  const { colores } = mail
  const name = mail.remitente.replace(/ <[^<>]*>$/, '')
  return (
    <div className={style.paper} style={{ borderTopColor: colores.boton }}>
      {mail.imagen ? (
        <img className={style.picture} src={mail.imagen} alt={t('vista.imagen')} />
      ) : (
        <div className={style.head} style={{ background: colores.cabecera, color: colores.titulo }}>
          {mail.logo ? <img src={mail.logo} alt={name} /> : name}
        </div>
      )}
      <div className={style.text}>
        <h3>{mail.titulo}</h3>
        <RichText document={mail.cuerpo as RichDocument} isPreview />
        {mail.boton && (
          <span className={style.button} style={{ background: colores.boton, color: colores.sobre_boton }}>
            {mail.boton}
          </span>
        )}
        {mail.direccion && (
          <p className={style.address}>
            {t('vista.direccion')}
            <br />
            {mail.direccion}
          </p>
        )}
        <p className={style.foot}>{mail.pie}</p>
      </div>
    </div>
  )
}
