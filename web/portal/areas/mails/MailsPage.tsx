import { Button, Skeleton } from '@mantine/core'
import { IconPhoto, IconShieldLock } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { customMails, type MailRow } from '#contract/custom-mails.ts'
import { mailSections } from '#contract/mails/table.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import type { Filter } from '#web/shared/lists/filters.ts'
import { ListTools } from '#web/shared/lists/ListTools.tsx'
import { useListState } from '#web/shared/lists/useListState.ts'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { fold } from '#web/shared/texts/fold.ts'
import { dateText, instantText, numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { GalleryDialog } from './GalleryDialog.tsx'
import style from './mails.module.css'

/** Every mail that the company sends, by section. */
export function MailsPage() {
  const { t } = useWords(['mails', 'mails-events'])
  const state = useListState({ filters: ['seccion', 'propio'] })
  const mayChange = useMay(customMails.save.need)
  const [gallery, setGallery] = useState(false)
  const { data, error, refetch } = useCall(customMails.list, {})
  const filters: Filter[] = [
    {
      name: 'seccion',
      label: t('lista.seccion'),
      options: mailSections.map((value) => ({ value, label: t(`seccion.${value}`) })),
    },
    {
      name: 'propio',
      label: t('lista.palabras'),
      options: [
        { value: 'si', label: t('lista.soloPropios') },
        { value: 'no', label: t('lista.soloOriginales') },
      ],
      single: true,
    },
  ]
  const { seccion: sections = [], propio = [] } = state.filters
  const wanted = fold(state.search)
  const rows = (data ?? []).filter(
    (mail) =>
      (sections.length === 0 || sections.includes(mail.seccion)) &&
      (propio.length === 0 || (propio[0] === 'si') === mail.propios.length > 0) &&
      fold(`${t(`mails-events:${mail.clave as 'welcome'}`)} ${mail.asunto ?? ''}`).includes(wanted),
  )
  const changed = rows.filter(({ propios }) => propios.length > 0).length
  const countText = [
    numberText(rows.length),
    changed > 0 && t('lista.cambiados', { count: changed, cuantos: numberText(changed) }),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <ListPage
      title={t('titulo')}
      count={data && countText}
      actions={
        mayChange && (
          <Button leftSection={<IconPhoto size={18} aria-hidden />} onClick={() => setGallery(true)}>
            {t('galeria.titulo')}
          </Button>
        )
      }
      tools={
        <>
          <ListTools state={state} placeholder={t('lista.buscar')} filters={filters} />
          {(data ? rows.some(({ seguridad }) => seguridad) : !error) && (
            <p className={`${style.legend} second row gap-8`}>
              <IconShieldLock size={16} aria-hidden />
              {t('seguridad.leyenda')}
            </p>
          )}
        </>
      }
    >
      <div className={style.sections}>
        {error && <ErrorState error={error} title={t('lista.error')} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div className={`${style.loading} column`} aria-busy="true">
            {Array.from({ length: 8 }, (_, at) => (
              <Skeleton key={at} height={42} />
            ))}
          </div>
        )}
        {data && rows.length === 0 && (
          <EmptyState
            drawing="nothing"
            title={t('lista.ninguno')}
            action={<Button onClick={state.clear}>{t('lista.todos')}</Button>}
          />
        )}
        {mailSections.map((section) => {
          const inside = rows.filter(({ seccion }) => seccion === section)
          if (inside.length === 0) return null
          return (
            <section key={section} aria-labelledby={`seccion-${section}`}>
              <h2 id={`seccion-${section}`}>{t(`seccion.${section}`)}</h2>
              <ul className="plain-list">
                {inside.map((mail) => (
                  <MailLine key={mail.clave} mail={mail} />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
      {gallery && <GalleryDialog onClose={() => setGallery(false)} />}
    </ListPage>
  )
}

function MailLine({ mail }: { mail: MailRow }) {
  const { t } = useWords(['mails', 'mails-events'])
  const { company } = useViewer()
  const name = t(`mails-events:${mail.clave as 'welcome'}`)
  const { evento, propios, ultimo_envio: sent, cambiado } = mail
  if (evento === null)
    return (
      <li className={style.line} data-planned>
        <span>{name}</span>
        <span className="second">{t('lista.noSeEnvia')}</span>
      </li>
    )
  return (
    <li className={style.line}>
      <span className={`${style.name} column`}>
        <span className="row gap-8">
          <Link to={paths.customMail(evento)} className={style.link ?? ''}>
            {name}
          </Link>
          {mail.seguridad && (
            <IconShieldLock
              size={16}
              role="img"
              aria-label={t('seguridad.es')}
              className={style.lock ?? ''}
            />
          )}
        </span>
        <span className={`${style.subject} second`}>
          {t('lista.asunto')} <Subject text={mail.asunto ?? ''} />
        </span>
      </span>
      <span className={`${style.own} column`}>
        {propios.length > 0 && (
          <span className={style.tag}>
            {t(`lista.cambiadoEn.${propios.length > 1 ? 'ambos' : (propios[0] ?? 'es')}`)}
          </span>
        )}
        {cambiado && (
          <span className="second">
            {t('lista.por', {
              quien: cambiado.quien ?? t('lista.nadie'),
              cuando: dateText(cambiado.cuando, company.zona),
            })}
          </span>
        )}
      </span>
      <span className={`${style.sent} second figures`}>
        {sent ? t('lista.enviado', { cuando: instantText(sent, company.zona) }) : t('lista.nunca')}
      </span>
    </li>
  )
}

/** A subject, with the receiver's name as the chip that it is in the editor. */
function Subject({ text }: { text: string }) {
  const { t } = useWords('mails')
  return text.split('{{nombre}}').map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <span className={style.variable}>{t('lista.nombre')}</span>}
      {part}
    </Fragment>
  ))
}
