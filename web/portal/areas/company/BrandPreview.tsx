import { SegmentedControl, useComputedColorScheme } from '@mantine/core'
import { IconBell, IconFileText, IconHome, IconSearch, IconUsers } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { type BrandColours, type Scheme, signatureInk } from '#contract/palette.ts'
import { logoAddress } from '#web/shared/look/brand.ts'
import { brandVariables } from '#web/shared/look/theme.ts'
import { tokens } from '#web/shared/look/tokens.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { MailPreview } from '#web/shared/mails/MailPreview.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Brand.module.css'

interface Props {
  colours: BrandColours
  /** Some of them are suggestions, in place of chosen ones that can't be read. */
  isSuggested: boolean
}

/** The places in which a company's colours are seen: portal, employees' site, sign-in, mail and signature. */
export function BrandPreview({ colours, isSuggested }: Props) {
  const { t } = useWords('company')
  const current = useComputedColorScheme('light')
  const [chosen, choose] = useState<Scheme>()
  const scheme = chosen ?? current
  const variables = {
    ...Object.fromEntries(Object.entries(tokens[scheme]).map(([name, value]) => [`--${name}`, value])),
    ...brandVariables(colours, scheme),
  } as CSSProperties
  return (
    <div className={`${style.desk} column gap-20`}>
      <div className="row apart gap-12">
        <h2>{t('vista.titulo')}</h2>
        <SegmentedControl
          aria-label={t('vista.aspecto')}
          value={scheme}
          onChange={(value) => choose(value === 'dark' ? 'dark' : 'light')}
          data={[
            { value: 'light', label: t('vista.claro') },
            { value: 'dark', label: t('vista.oscuro') },
          ]}
        />
      </div>
      {isSuggested && <p className={style.text}>{t('vista.sugeridos')}</p>}
      <Figure name={t('vista.portal')}>
        <div className={style.shown} style={variables}>
          <Head />
          <div className="flex">
            <div className={`${style.menu} column gap-4`}>
              <span className="row gap-8">
                <IconHome size={16} /> {t('vista.inicio')}
              </span>
              <span className="row gap-8" data-open>
                <IconFileText size={16} /> {t('vista.documentos')}
              </span>
              <span className="row gap-8">
                <IconUsers size={16} /> {t('vista.colaboradores')}
              </span>
            </div>
            <div className={`${style.page} column gap-12 grow`}>
              <b>{t('vista.documentos')}</b>
              <span className={style.link}>{t('vista.enlace')}</span>
              <span className={style.button}>{t('vista.publicar')}</span>
            </div>
          </div>
        </div>
      </Figure>
      <div className={style.pair}>
        <Figure name={t('vista.sitio')}>
          <div className={style.shown} style={variables}>
            <Head isSmall />
            <div className={`${style.page} column gap-12`}>
              <b>{t('vista.recibo')}</b>
              <span className="second">{t('vista.espera')}</span>
              <span className={style.button}>{t('vista.firmar')}</span>
            </div>
          </div>
        </Figure>
        <Figure name={t('vista.ingreso')}>
          <div className={style.shown} style={variables}>
            <div className={`${style.page} column gap-12`}>
              <Brand />
              <span className={style.field}>{t('vista.usuario')}</span>
              <span className={style.button}>{t('vista.ingresar')}</span>
            </div>
          </div>
        </Figure>
        <Figure name={t('vista.correo')}>
          <MailPreview
            mail={{ titulo: t('vista.correoTitulo'), boton: t('vista.verlo') }}
            colours={colours}
          />
        </Figure>
        <Figure name={t('vista.firma')}>
          <Signature colours={colours} />
        </Figure>
      </div>
    </div>
  )
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <figure className={style.figure}>
      <figcaption className="second">{name}</figcaption>
      <div aria-hidden>{children}</div>
    </figure>
  )
}

function Brand() {
  const { company } = useViewer()
  return (
    <span className="brand row gap-8 grow">
      <img src={logoAddress(company)} alt="" width={22} height={22} />
      <span>{company.nombre}</span>
    </span>
  )
}

function Head({ isSmall = false }: { isSmall?: boolean }) {
  return (
    <div className={`${style.head} company-header row gap-12`}>
      <Brand />
      {!isSmall && <IconSearch size={16} />}
      <IconBell size={16} />
    </div>
  )
}

/** Signatures stand on paper. */
function Signature({ colours }: { colours: BrandColours }) {
  const { t } = useWords('company')
  const { profile } = useViewer()
  const name = `${profile.nombre} ${profile.apellido}`
  return (
    <div className={`${style.signature} column`} style={{ color: signatureInk(colours.primario) }}>
      <span>{t('vista.firmado', { nombre: name })}</span>
      <i>{name}</i>
    </div>
  )
}
