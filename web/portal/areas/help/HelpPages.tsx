import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBell,
  IconCertificate,
  IconFiles,
  IconFileStack,
  IconFileUpload,
  IconFolders,
  IconKey,
  IconTableImport,
} from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { screenOf } from '#contract/permissions/permissions.ts'
import { CardGroups } from '#web/shared/pages/CardGroups.tsx'
import { BackLink, PlainPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { linesOf, useWords } from '#web/shared/texts/useWords.ts'
import { type HelpPage, helpNames, helpPages } from '../../help.ts'
import { useCanShow } from '../../open-screens.ts'
import style from './HelpPages.module.css'

/** Pictures of the screens that the pages explain; `e2e/help-pictures.test.ts` takes them. */
const pictures = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Every page of help whose task the viewer may do. */
export function HelpList() {
  const { t } = useWords(['help', 'shell-frame'])
  return (
    <PlainPage title={t('shell-frame:guia.titulo')}>
      <h1>{t('shell-frame:guia.titulo')}</h1>
      <p className="second">{t('texto')}</p>
      <Grouped />
    </PlainPage>
  )
}

/** One page of help: what the task is for, its steps, and what to bear in mind. */
export function HelpOne() {
  const { t, i18n } = useWords(['help', 'shell-frame', 'shell-screens', 'country'])
  const canShow = useCanShow()
  const { page } = useParams()
  const name = helpNames.find((each) => each === page)
  if (!name)
    return (
      <PlainPage title={t('shell-frame:guia.titulo')}>
        <EmptyState page drawing="lost" title={t('noHay')} />
        <Pages />
      </PlainPage>
    )
  const title = t(`shell-frame:guia.pagina.${name}`)
  const [begins] = helpPages[name]
  // The language is a tag such as es-AR.
  const picture = pictures[`./pictures/${name}.${i18n.language.slice(0, 2)}.webp`]
  const lines = (part: 'pasos' | 'notas'): string[] =>
    linesOf(`help:pagina.${name}.${part}`, { cuil: t('country:cuil') })
  return (
    <PlainPage title={title}>
      <BackLink to={paths.help()} label={t('shell-frame:guia.titulo')} here={title} />
      <article className={style.page}>
        <h1>{title}</h1>
        <p className="second">{t(`pagina.${name}.texto`)}</p>
        <a className={`${style.large} focus-ring`} href={picture} target="_blank" rel="noopener">
          <img
            className={style.picture}
            src={picture}
            width={1200}
            height={750}
            alt={t('imagen', { pagina: title })}
          />
          <span className="second">{t('ampliar')}</span>
        </a>
        <h2>{t('pasos')}</h2>
        <ol>
          {lines('pasos').map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
        <h2>{t('notas')}</h2>
        <ul>
          {lines('notas').map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {canShow(begins) && (
          <Button component={Link} to={screenOf(begins).path} variant="filled">
            {t('ir', { pantalla: t(`shell-screens:${begins}`) })}
          </Button>
        )}
      </article>
      <aside className={style.others} aria-labelledby="help-others">
        <h2 id="help-others">{t('otras')}</h2>
        <Pages but={name} />
      </aside>
    </PlainPage>
  )
}

/** The pages by what somebody wants to do; each is in one group. */
const groups = {
  publicar: ['recibos', 'documento', 'generica', 'deshacer'],
  seguir: ['firmas', 'no_conformes'],
  personas: ['nomina', 'acceso'],
  preparar: ['certificado', 'tipos'],
} as const satisfies Record<string, readonly HelpPage[]>

const groupNames = ['publicar', 'seguir', 'personas', 'preparar'] as const satisfies (keyof typeof groups)[]

const marks = {
  recibos: IconFiles,
  documento: IconFileUpload,
  generica: IconFileStack,
  deshacer: IconArrowBackUp,
  firmas: IconBell,
  no_conformes: IconAlertTriangle,
  nomina: IconTableImport,
  acceso: IconKey,
  certificado: IconCertificate,
  tipos: IconFolders,
} as const satisfies Record<HelpPage, unknown>

function Grouped() {
  const { t } = useWords(['help', 'shell-frame'])
  const canShow = useCanShow()
  const shown = groupNames
    .map((group) => ({
      title: t(`grupo.${group}`),
      cards: groups[group]
        .filter((name) => canShow(helpPages[name][0]))
        .map((name) => ({
          to: paths.help(name),
          icon: marks[name],
          title: t(`shell-frame:guia.pagina.${name}`),
          text: t(`pagina.${name}.texto`),
        })),
    }))
    .filter(({ cards }) => cards.length > 0)
  return <CardGroups of={shown} />
}

function Pages({ but }: { but?: HelpPage }) {
  const { t } = useWords('shell-frame')
  const canShow = useCanShow()
  return (
    <ul className={`${style.pages} plain-list`}>
      {helpNames
        .filter((name) => name !== but && canShow(helpPages[name][0]))
        .map((name) => (
          <li key={name}>
            <Link to={paths.help(name)} className="focus-ring">
              {t(`guia.pagina.${name}`)}
            </Link>
          </li>
        ))}
    </ul>
  )
}
