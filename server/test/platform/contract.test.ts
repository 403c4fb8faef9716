import { ApiError, defineRoutes } from '@kindred/contract'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { sendError } from '../../src/http/answer.ts'
import { openGates } from '../../src/http/limits.ts'
import { mount, type Handlers } from '../../src/http/mount.ts'
import { startWorld } from '../world.ts'

// The server enforces the contract against its own handlers.

const routes = defineRoutes({
  chatty: {
    method: 'GET',
    path: '/chatty',
    access: 'anyone',
    summary: 'Answers with more than it may',
    returns: z.strictObject({ name: z.string() }),
  },
  failing: {
    method: 'GET',
    path: '/failing',
    access: 'anyone',
    summary: 'Fails in a way that it did not name',
    returns: z.strictObject({}),
  },
  broken: { method: 'GET', path: '/broken', access: 'anyone', summary: 'Breaks', returns: z.strictObject({}) },
})
const handlers: Handlers<typeof routes> = {
  chatty: async () => ({ name: 'Ada', password_hash: 'secret' }),
  failing: async () => {
    throw new ApiError('premium_required', 'Not named by the contract.')
  },
  broken: async () => {
    throw new Error('the password is hunter2')
  },
}

async function serve(strict: boolean) {
  const { deps } = await startWorld()
  const app = fastify()
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  mount(app, routes, handlers, {
    deps,
    gates: openGates(false, deps.fanOut, 10_000),
    redeemTicket: async () => null,
    followTexts: async () => undefined,
    requiredTerms: async () => '',
    assertOn: async () => {},
    assertAgeProven: async () => {},
    strict,
    prefix: '',
  })
  return async (url: string) => {
    const answer = await app.inject({ url })
    return { status: answer.statusCode, body: answer.json() as Record<string, unknown> }
  }
}

test("undeclared fields don't leave the server", async () => {
  const ask = await serve(false)
  expect(await ask('/chatty')).toEqual({ status: 200, body: { name: 'Ada' } })
})

test('in tests, an undeclared field is a failure', async () => {
  const ask = await serve(true)
  expect((await ask('/chatty')).status).toBe(500)
})

test('in tests, an error missing from the contract is a failure; elsewhere it is still returned', async () => {
  expect((await (await serve(true))('/failing')).status).toBe(500)
  expect(await (await serve(false))('/failing')).toMatchObject({ status: 402, body: { code: 'premium_required' } })
})

test('errors inside the server return a generic 500 without details', async () => {
  const ask = await serve(false)
  expect(await ask('/broken')).toEqual({
    status: 500,
    body: { message: 'Server error: Please try again later.', code: 'internal', requestId: expect.any(String) },
  })
})
