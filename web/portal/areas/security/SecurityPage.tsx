import { security } from '#contract/security/security.ts'
import { FactorsPanel } from '#web/shared/factors/FactorsPanel.tsx'
import { PlainPage } from '#web/shared/pages/pages.tsx'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { MissingPeople } from './MissingPeople.tsx'
import { Movements } from './Movements.tsx'
import { OpenSessions } from './OpenSessions.tsx'
import { ProfileRequirements } from './ProfileRequirements.tsx'
import style from './SecurityPage.module.css'

/**
 * The security centre: requirements by profile, people without a factor, events and sessions. Viewers without the
 * company's settings find their own second factor here.
 */
export function SecurityPage() {
  const { t } = useWords('security')
  const { company } = useViewer()
  const maySee = useMay(security.profiles.need)
  return (
    <PlainPage title={t('titulo')}>
      <h1>{t('titulo')}</h1>
      <div className={`${style.columns} in-turn`}>
        {maySee && (
          <div className="in-turn">
            <ProfileRequirements />
            <MissingPeople />
            <OpenSessions />
          </div>
        )}
        <div>
          <FactorsPanel zone={company.zona} title={t('propia')} none={t('propiaNinguna')} />
          {maySee && <Movements />}
        </div>
      </div>
    </PlainPage>
  )
}
