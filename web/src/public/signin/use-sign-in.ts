import type { SignedIn } from '@kindred/contract/identity/auth'
import { useState, type FormEvent } from 'react'
import { clearError, finishWithCode, signIn, type SignInResult } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'

type Options = { onSignedIn: (signedIn: SignedIn) => void; onEdit?: () => void }

/** The steps of signing in: email and password, then a code or a passkey if a second factor is due. */
export function useSignIn({ onSignedIn, onEdit }: Options) {
  'use no memo' // Every keystroke changes all of it, so memoizing would only add code.
  const [values, setValues] = useState({ email: '', password: '', code: '' })
  const [challenge, setChallenge] = useState<string>()
  const [hasCode, setHasCode] = useState(true)
  const busy = useSession((session) => session.status) === 'loading'
  const error = useSession((session) => session.error)

  const finish = (result: SignInResult) => {
    if ('challenge' in result) setChallenge(result.challenge)
    if ('signedIn' in result) onSignedIn(result.signedIn)
  }
  const field = (name: keyof typeof values) => ({
    required: true,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => {
      clearError()
      onEdit?.()
      setValues((before) => ({ ...before, [name]: target.value }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const { email, password, code } = values
    if (challenge) {
      if (code.trim() !== '') void finishWithCode(challenge, code).then(finish)
    } else if (email.trim() !== '' && password !== '') void signIn(email, password).then(finish)
  }
  const startAgain = () => {
    clearError()
    setChallenge(undefined)
    setHasCode(true)
  }
  return { field, submit, startAgain, finish, busy, error, challenge, hasCode, setHasCode }
}

export type SignIn = ReturnType<typeof useSignIn>
