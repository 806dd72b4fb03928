import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { Profile } from '#contract/session/session.ts'
import type { Brand } from '#web/shared/look/brand.ts'
import { keepSession, storedToken, takeWanted } from '#web/shared/session/session.ts'
import { forgotHash, forgotUserHash, profile, type LoginAnswer } from './calls.ts'
import { Page } from './Page.tsx'
import { SignIn } from './SignIn.tsx'
import type { SessionWords } from './words.ts'

const ChooseCompany = lazy(() => import('./ChooseCompany.tsx').then((it) => ({ default: it.ChooseCompany })))
const FinishSignIn = lazy(() => import('./FinishSignIn.tsx').then((it) => ({ default: it.FinishSignIn })))
const Forgot = lazy(() => import('./Forgot.tsx').then((it) => ({ default: it.Forgot })))
const ForgotUser = lazy(() => import('./ForgotUser.tsx').then((it) => ({ default: it.ForgotUser })))
const MailedChange = lazy(() => import('./MailedChange.tsx').then((it) => ({ default: it.MailedChange })))
const FreezeChange = lazy(() => import('./FreezeChange.tsx').then((it) => ({ default: it.FreezeChange })))
const MailedLink = lazy(() => import('./MailedLink.tsx').then((it) => ({ default: it.MailedLink })))
const SecondFactor = lazy(() => import('./SecondFactor.tsx').then((it) => ({ default: it.SecondFactor })))
const SingleSignOn = lazy(() => import('./SingleSignOn.tsx').then((it) => ({ default: it.SingleSignOn })))

/** The step between the first screen and an unrestricted session. */
type State =
  | { at: 'waiting' }
  | { at: 'signIn' }
  | { at: 'company'; user: string; password: string; companies: { slug: string; nombre: string }[] }
  | { at: 'restricted'; profile: Profile }
  | { at: 'link'; token: string }
  | { at: 'mailChange'; token: string }
  | { at: 'freeze'; token: string }
  | { at: 'sso'; code: string }
  | { at: 'forgot'; user: string }
  | { at: 'forgotUser' }

const mailedToken = /\/ingreso\/?$/.test(location.pathname) ? location.hash.slice(1) : ''

/** The return addresses of a provider, or of a sign-in begun elsewhere. */
const fromProvider =
  /\/redirect\/(authSSO|auth-token)\/?$/.test(location.pathname) ||
  new URLSearchParams(location.search).has('ssoToken')

function begin(): State {
  if (fromProvider) return { at: 'sso', code: location.hash.slice(1) }
  if (mailedToken.startsWith('correo.')) return { at: 'mailChange', token: mailedToken.slice(7) }
  if (mailedToken.startsWith('cuenta.')) return { at: 'freeze', token: mailedToken.slice(7) }
  if (mailedToken) return { at: 'link', token: mailedToken }
  if (location.hash === forgotHash) return { at: 'forgot', user: '' }
  if (location.hash === forgotUserHash) return { at: 'forgotUser' }
  return storedToken() ? { at: 'waiting' } : { at: 'signIn' }
}

/** The sign-in page: one screen at a time, depending on the session's restriction. */
export function App({ words, brand: known }: { words: SessionWords; brand: Brand | null }) {
  const [state, setState] = useState(begin)
  const [brand, setBrand] = useState(known)
  useEffect(() => {
    if (known) void import('./company.ts').then(({ brandToday }) => brandToday(known)).then(setBrand)
  }, [known])

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
    // An ended session or an unreachable server: the form reports it on submit.
    profile().then(enter, () => setState({ at: 'signIn' }))
  })
  useEffect(() => ask(), [])

  return (
    <Page words={words} brand={brand}>
      <Suspense fallback={null}>
        {state.at === 'signIn' && (
          <SignIn
            words={words}
            page={brand?.pagina}
            onAnswer={onAnswer}
            onForgot={(user) => setState({ at: 'forgot', user })}
            onForgotUser={() => setState({ at: 'forgotUser' })}
          />
        )}
        {state.at === 'forgot' && (
          <Forgot words={words} user={state.user} onBack={() => setState({ at: 'signIn' })} />
        )}
        {state.at === 'forgotUser' && <ForgotUser words={words} onBack={() => setState({ at: 'signIn' })} />}
        {state.at === 'company' && (
          <ChooseCompany
            {...state}
            words={words}
            onAnswer={onAnswer}
            onBack={() => setState({ at: 'signIn' })}
          />
        )}
        {state.at === 'restricted' && state.profile.restriccion === 'segundo_factor' && (
          <SecondFactor words={words} onDone={enter} />
        )}
        {state.at === 'restricted' && state.profile.restriccion !== 'segundo_factor' && (
          <FinishSignIn words={words} profile={state.profile} onDone={enter} />
        )}
        {state.at === 'sso' && <SingleSignOn words={words} code={state.code} onAnswer={onAnswer} />}
        {state.at === 'mailChange' && <MailedChange words={words} token={state.token} />}
        {state.at === 'freeze' && <FreezeChange words={words} token={state.token} />}
        {state.at === 'link' && <MailedLink words={words} token={state.token} onAnswer={onAnswer} />}
      </Suspense>
    </Page>
  )
}
