import { Button, Skeleton } from '@mantine/core'
import {
  type Icon,
  IconCalendarDue,
  IconChecklist,
  IconChevronRight,
  IconCircleCheck,
  IconCircleX,
  IconCornerUpLeft,
  IconExternalLink,
  IconFileText,
  IconSend,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import { me } from '#contract/me/me.ts'
import { places } from '#contract/places.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import mineStyle from '#web/shared/mine/mine.module.css'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { linkTo, useApplications } from '#web/shared/session/applications.ts'
import { callName } from '#web/shared/session/names.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import pages from '../../shell/pages.module.css'
import { AccessChanges } from './AccessChanges.tsx'
import { WaitingDocuments } from './WaitingDocuments.tsx'
import style from './StartPage.module.css'

type Home = AnswerOf<typeof places.home>

/** The start: everything that waits for the person, documents to sign first; then what is under way. */
export function StartPage() {
  const { t } = useWords(['me', 'shell'])
  const { profile } = useViewer()
  const mine = useCall(me.documents, {})
  const home = useCall(places.home, {})
  const waiting = mine.data?.espera.length ?? 0
  const others = home.data ? countOf(home.data) : 0
  const unread = home.data?.sin_leer ?? 0
  const mayBeAsked = mine.data?.firma_cerrada !== 'SIGN_NOT_ALLOWED_CONSENT'
  const title =
    others > 0
      ? t('inicio.cosas', { count: waiting + others })
      : waiting > 0
        ? t('paraFirmar', { count: waiting })
        : mayBeAsked && mine.data
          ? t('nadaParaFirmar')
          : t('inicio.titulo')
  usePageTitle(title)
  if (mine.error && !mine.data)
    return <ErrorState error={mine.error} title={t('error')} onRetry={() => void mine.refetch()} />
  // The other things to do would push the documents down if they came after them.
  if (!mine.data || home.isLoading)
    return (
      <div className={`${mineStyle.page} column gap-12`} role="status" aria-label={t('cargando')}>
        <Skeleton height={30} width={240} />
        <Skeleton height={256} />
        <Skeleton height={68} />
      </div>
    )
  const nothing = waiting + others === 0 && mine.data.anios.length === 0
  return (
    <div className={`${mineStyle.page} column gap-12`} aria-busy={mine.isFetching}>
      <div>
        <p className={`second ${style.hello}`}>{t('shell:inicio.hola', { nombre: callName(profile) })}</p>
        <h1>{title}</h1>
      </div>
      <AccessChanges shut={mine.data.firma_cerrada} />
      <WaitingDocuments mine={mine.data} />
      {nothing && <EmptyState title={t('vacio')}>{t('vacioTexto')}</EmptyState>}
      {others > 0 && home.data && <ToDo home={home.data} />}
      {home.data && home.data.novedades.length > 0 && <News news={home.data.novedades} />}
      {home.data && home.data.en_curso.length > 0 && <UnderWay home={home.data} />}
      {mine.data.anios.length > 0 && (
        <Button
          component={Link}
          to={employeePaths.documents()}
          size="lg"
          fullWidth
          leftSection={<IconFileText size={20} aria-hidden />}
        >
          {unread > 0 ? t('inicio.documentosSinLeer', { count: unread }) : t('inicio.documentos')}
        </Button>
      )}
      <Applications />
    </div>
  )
}

/** The outside applications that the person's integration profiles open; nothing without any. */
function Applications() {
  const { t } = useWords('me')
  const applications = useApplications()
  if (applications.length === 0) return null
  return (
    <section className="column gap-12" aria-labelledby="applications">
      <div className={style.head}>
        <h2 id="applications">{t('inicio.aplicaciones')}</h2>
      </div>
      <ul className={`${pages.list} panel plain-list`}>
        {applications.map((one) => (
          <li key={one.id}>
            <a {...linkTo(one)} className={`${pages.row} focus-ring row gap-12`}>
              <span className={pages.words}>
                <b>{one.nombre}</b>
                <span className="second">{t('inicio.aplicacionTexto')}</span>
              </span>
              <IconExternalLink size={20} aria-hidden className="quiet" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How many lines there are to do, beside the documents to sign. */
function countOf({ devueltos, por_vencer, cartelera, decidir }: Home): number {
  return devueltos.length + por_vencer.length + cartelera.por_leer.length + (decidir > 0 ? 1 : 0)
}

function ToDo({ home: { devueltos, por_vencer, cartelera, decidir } }: { home: Home }) {
  const { t } = useWords('me')
  const { company } = useViewer()
  const today = company.hoy
  return (
    <ul className={`${pages.list} panel plain-list`}>
      {decidir > 0 && (
        <Line mark={IconChecklist} to={employeePaths.team()} text={t('inicio.decidirTexto')}>
          {t('inicio.decidir', { count: decidir })}
        </Line>
      )}
      {devueltos.map(({ id, tipo, motivo }) => (
        <Line key={id} mark={IconCornerUpLeft} warns to={employeePaths.upload(id)} text={motivo}>
          {t('inicio.corregir', { papel: tipo })}
        </Line>
      ))}
      {cartelera.por_leer.map(({ id, titulo }) => (
        <Line
          key={`post ${id}`}
          mark={IconSpeakerphone}
          to={employeePaths.billboard()}
          text={t('inicio.leerTexto')}
        >
          {t('inicio.leer', { titulo })}
        </Line>
      ))}
      {por_vencer.map(({ id, tipo, vence }) => (
        <Line
          key={id}
          mark={IconCalendarDue}
          warns
          to={employeePaths.newUpload()}
          text={t(vence < today ? 'inicio.vencioEl' : 'inicio.venceEl', { dia: dateText(vence) })}
        >
          {t('inicio.vence', { papel: tipo })}
        </Line>
      ))}
    </ul>
  )
}

/** Decisions on the person's papers, each told once. */
function News({ news }: { news: Home['novedades'] }) {
  const { t } = useWords('me')
  const { company } = useViewer()
  const see = useAct(places.seen, { refresh: [places.home], inPlace: true })
  return (
    <section className="column gap-12" aria-labelledby="news">
      <div className={`${style.head} row apart`}>
        <h2 id="news">{t('inicio.novedades')}</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={see.busy}
          onClick={() => see.run({ ids: news.map(({ id }) => id) })}
        >
          {t('inicio.visto')}
        </Button>
      </div>
      <ul className={`${pages.list} panel plain-list`}>
        {news.map(({ id, id_documento, evento, tipo, cuando }) => (
          <Line
            key={id}
            mark={evento === 'paper_approved' ? IconCircleCheck : IconCircleX}
            to={employeePaths.upload(id_documento)}
            text={dateText(cuando, company.zona)}
            onOpen={() => see.run({ ids: [id] })}
          >
            {t(`inicio.${evento}`, { papel: tipo })}
          </Line>
        ))}
      </ul>
    </section>
  )
}

function UnderWay({ home: { en_curso } }: { home: Home }) {
  const { t } = useWords('me')
  const { company } = useViewer()
  return (
    <section className="column gap-12" aria-labelledby="under-way">
      <div className={`${style.head} row apart`}>
        <h2 id="under-way">{t('inicio.enCurso')}</h2>
        <Link to={employeePaths.uploads()}>{t('inicio.verSolicitudes')}</Link>
      </div>
      <ul className={`${pages.list} panel plain-list`}>
        {en_curso.map(({ id, tipo, enviado, grupo }) => (
          <Line
            key={id}
            mark={IconSend}
            to={employeePaths.upload(id)}
            text={`${dateText(enviado, company.zona)} · ${grupo === null ? t('inicio.rrhh') : t('inicio.lotiene', { grupo })}`}
          >
            {tipo}
          </Line>
        ))}
      </ul>
    </section>
  )
}

interface LineProps {
  mark: Icon
  to: string
  text: string
  /** It was asked for again, or is urgent: the mark is amber. */
  warns?: boolean
  onOpen?: () => void
  children: string
}

function Line({ mark: Mark, to, text, warns = false, onOpen, children }: LineProps) {
  return (
    <li>
      <Link to={to} onClick={onOpen} className={`${pages.row} focus-ring row gap-12`}>
        <Mark size={22} aria-hidden className={warns ? style.warns : 'quiet'} />
        <span className={pages.words}>
          <b>{children}</b>
          <span className="second">{text}</span>
        </span>
        <IconChevronRight size={20} aria-hidden className="quiet" />
      </Link>
    </li>
  )
}
