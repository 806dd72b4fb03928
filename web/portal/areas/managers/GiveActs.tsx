import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type ManagerFolder, mostManagers } from '#contract/managers.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { FoldersDialog } from './FoldersDialog.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'

interface Props {
  ids: readonly number[]
  /** The viewer, who is left out of the act. */
  own: number
  folders: readonly ManagerFolder[]
  /** Name of the profile that the act gives. */
  profile: string
  onClear: () => void
}

/** Gives the manager's profile to the ticked people: first their folders, then the effect on each of them. */
export function GiveActs({ ids, own, folders, profile, onClear }: Props) {
  const { t } = useWords('managers')
  const [step, setStep] = useState<'folders' | 'review' | null>(null)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const people = ids.filter((id) => id !== own)
  const tooMany = people.length > mostManagers
  return (
    <>
      {tooMany && <span>{t('demasiados', { maximo: numberText(mostManagers) })}</span>}
      <Button
        variant="subtle"
        leftSection={<IconUserCheck size={18} aria-hidden />}
        disabled={tooMany || people.length === 0}
        onClick={() => setStep('folders')}
      >
        {t('dar.boton')}
      </Button>
      {step === 'folders' && (
        <FoldersDialog
          people={people.length}
          withoutOwn={people.length < ids.length}
          folders={folders}
          chosen={chosen}
          onChange={setChosen}
          onClose={() => setStep(null)}
          onNext={() => setStep('review')}
        />
      )}
      {step === 'review' && (
        <ReviewDialog
          ids={people}
          profile={profile}
          folders={folders.filter(({ id }) => chosen.includes(id))}
          onBack={() => setStep((now) => (now === 'review' ? 'folders' : now))}
          onDone={() => {
            setStep(null)
            onClear()
          }}
        />
      )}
    </>
  )
}
