import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { landing } from '../../paths.ts'
import { clearError, finishWithCode, signIn, type SignInResult } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'

/** The administrators' sign-in: two fields, a second factor if one is due, and a warning for everyone else. */
export function useLogin() {
  const { from } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const [given, setGiven] = useState({ email: '', password: '', code: '' })
  const [notAdmin, setNotAdmin] = useState(false)
  const [challenge, setChallenge] = useState<string>()
  const [hasCode, setHasCode] = useState(true)
  const busy = useSession((session) => session.status) === 'loading'
  const error = useSession((session) => session.error)

  const finish = (result: SignInResult) => {
    if ('challenge' in result) setChallenge(result.challenge)
    if (!('signedIn' in result)) return
    if (result.signedIn.user.isAdmin) return void navigate({ href: landing(result.signedIn, from), replace: true })
    clearError()
    setNotAdmin(true)
  }
  const field = (name: keyof typeof given) => ({
    value: given[name],
    onChange: ({ target }: { target: { value: string } }) => {
      clearError()
      setNotAdmin(false)
      setGiven((before) => ({ ...before, [name]: target.value }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (challenge) {
      if (given.code.trim() !== '') void finishWithCode(challenge, given.code).then(finish)
    } else if (given.email.trim() !== '' && given.password !== '') void signIn(given.email, given.password).then(finish)
  }
  const startAgain = () => {
    clearError()
    setChallenge(undefined)
    setHasCode(true)
  }
  return {
    field,
    submit,
    startAgain,
    finish,
    busy,
    challenge,
    hasCode,
    setHasCode,
    notAdmin,
    error: notAdmin ? null : error,
  }
}
