import type { OwnUser } from '@kindred/contract/profiles/users'
import { afterEach, expect, test, vi } from 'vitest'

// Tests changes from another tab before their event arrives in this one.

const person = (_id: string) => ({ _id, firstName: 'Ada', isAdmin: false, bio: '' }) as unknown as OwnUser
const [ada, ben] = [person('ada'), person('ben')]

/** Creates the shared storage of a browser with a signed-in user, and the store of a new tab. */
async function openTab() {
  const shared = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => shared.get(key) ?? null,
    setItem: (key: string, value: string) => shared.set(key, value),
    removeItem: (key: string) => shared.delete(key),
  })
  const signIn = (user: OwnUser, token: string) => {
    shared.set('refreshToken', `renews ${token}`).set('user', JSON.stringify(user)).set('token', token)
  }
  signIn(ada, 'a.a.a')
  vi.resetModules()
  const { getSession, setSession } = await import('./store.ts')
  return { shared, signIn, getSession, setSession }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an answer that comes after another tab has signed out does not sign in again', async () => {
  const { shared, getSession, setSession } = await openTab()
  shared.clear()
  setSession({ user: { ...ada, bio: 'Late' } })
  expect([...shared]).toEqual([])
  expect(getSession()).toMatchObject({ isAuthenticated: false, token: null, user: null })
})

test('saving here keeps the tokens that another tab has renewed', async () => {
  const { shared, signIn, getSession, setSession } = await openTab()
  signIn(ada, 'b.b.b')
  setSession({ user: { ...ada, bio: 'Saved' } })
  expect([shared.get('token'), shared.get('refreshToken')]).toEqual(['b.b.b', 'renews b.b.b'])
  expect(getSession()).toMatchObject({ token: 'b.b.b', user: { bio: 'Saved' } })
})

test('an answer about the previous user does not become the account of the next one', async () => {
  const { shared, signIn, getSession, setSession } = await openTab()
  signIn(ben, 'c.c.c')
  setSession({ user: { ...ada, bio: 'Late' } })
  expect(JSON.parse(shared.get('user') ?? '')).toMatchObject({ _id: 'ben' })
  expect(getSession()).toMatchObject({ token: 'c.c.c', user: { _id: 'ben' } })
})

test('a browser that keeps nothing keeps the session as long as the page', async () => {
  const { shared, getSession, setSession } = await openTab()
  const refuse = () => {
    throw new Error('No storage')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  shared.clear()
  setSession({ token: 'd.d.d', isAuthenticated: true, user: ada })
  setSession({ user: { ...ada, bio: 'Saved' } })
  expect(getSession()).toMatchObject({ isAuthenticated: true, token: 'd.d.d', user: { bio: 'Saved' } })
})

test('a stored user without a role is an administrator if isAdmin is set, and never one with another role', async () => {
  const { shared, signIn, getSession, setSession } = await openTab()
  const { staffRole: _, ...stored } = { ...ada, isAdmin: true }
  signIn(stored as unknown as OwnUser, 'e.e.e')
  setSession({ status: 'idle' })
  expect(getSession().user).toMatchObject({ staffRole: 'administrator' })
  for (const staffRole of [null, 'moderator'] as const) {
    setSession({ user: { ...ada, isAdmin: true, staffRole } })
    expect(JSON.parse(shared.get('user') ?? '')).toMatchObject({ staffRole })
  }
})
