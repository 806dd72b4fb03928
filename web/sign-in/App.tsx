import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { Profile } from '#contract/session.ts'
import type { Brand } from '#web/shared/brand.ts'
import { keepSession, storedToken, takeWanted } from '#web/shared/session.ts'
import { profile, type LoginAnswer } from './calls.ts'
import { Page } from './Page.tsx'
import { SignIn } from './SignIn.tsx'
import type { SessionWords } from './words.ts'

const ChooseCompany = lazy(() => import('./ChooseCompany.tsx').then((it) => ({ default: it.ChooseCompany })))
const FinishSignIn = lazy(() => import('./FinishSignIn.tsx').then((it) => ({ default: it.FinishSignIn })))
const MailedChange = lazy(() => import('./MailedChange.tsx').then((it) => ({ default: it.MailedChange })))
const MailedLink = lazy(() => import('./MailedLink.tsx').then((it) => ({ default: it.MailedLink })))

/** Where somebody stands between the first screen and a whole session. */
type State =
  | { at: 'waiting' }
  | { at: 'signIn' }
  | { at: 'company'; user: string; password: string; companies: { slug: string; nombre: string }[] }
  | { at: 'restricted'; profile: Profile }
  | { at: 'link'; token: string }
  | { at: 'mailChange'; token: string }

const mailedToken = /\/ingreso\/?$/.test(location.pathname) ? location.hash.slice(1) : ''

function begin(): State {
  if (mailedToken.startsWith('correo.')) return { at: 'mailChange', token: mailedToken.slice(7) }
  if (mailedToken) return { at: 'link', token: mailedToken }
  return storedToken() ? { at: 'waiting' } : { at: 'signIn' }
}

/** The sign-in page: one screen at a time, by what the server says of the session. */
export function App({ words, brand }: { words: SessionWords; brand: Brand | null }) {
  const [state, setState] = useState(begin)

  /** A whole session opens the application; a restricted one shows what is missing. */
  const enter = (user: Profile) => {
    if (user.restriccion) return setState({ at: 'restricted', profile: user })
    location.replace(takeWanted(user))
  }
  const onAnswer = (answer: LoginAnswer, user: string, password: string) => {
    if ('empresas' in answer) return setState({ at: 'company', user, password, companies: answer.empresas })
    keepSession(answer.jwt, answer.user)
    enter(answer.user)
  }
  const ask = useEffectEvent(() => {
    if (state.at !== 'waiting') return
    // A session that is no more, or a server that doesn't answer: the form says so when it is sent.
    profile().then(enter, () => setState({ at: 'signIn' }))
  })
  useEffect(() => ask(), [])

  return (
    <Page words={words} brand={brand}>
      <Suspense fallback={null}>
        {state.at === 'signIn' && <SignIn words={words} onAnswer={onAnswer} />}
        {state.at === 'company' && (
          <ChooseCompany
            {...state}
            words={words}
            onAnswer={onAnswer}
            onBack={() => setState({ at: 'signIn' })}
          />
        )}
        {state.at === 'restricted' && <FinishSignIn words={words} profile={state.profile} onDone={enter} />}
        {state.at === 'mailChange' && <MailedChange words={words} token={state.token} />}
        {state.at === 'link' && <MailedLink words={words} token={state.token} onAnswer={onAnswer} />}
      </Suspense>
    </Page>
  )
}
