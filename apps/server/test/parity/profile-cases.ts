import { type Case, read, type World, write } from './calls.ts'

const nobody = { member: {} } as World
const names = { firstName: 'Ann', lastName: 'Bee', country: 'Kenya' }
const save = (body: object) => write('/api/profile', 'account.updateProfile', body, { method: 'PUT' })
const set = (body: object) =>
  write('/api/account/settings', 'account.updateSettings', body, { method: 'PATCH' })
const remove = (body: object) => write('/api/account/deletion', 'account.requestDeletion', body)

/** Who a member is, what he wants, what we hold on him, and how he goes. */
export const profileCases: Case[] = [
  ['my profile', 200, read('/api/account/profile', 'account.getProfile')],
  ['my profile, signed out', 401, () => read('/api/account/profile', 'account.getProfile')(nobody)],
  ['my numbers', 200, read('/api/user-stats', 'account.getStats')],
  ['my numbers, signed out', 401, () => read('/api/user-stats', 'account.getStats')(nobody)],
  ['saving my profile', 200, (world) => save({ ...names, email: world.member.email })(world)],
  ['saving my profile with another address', 200, save({ ...names, email: 'parity@example.com' })],
  ['saving my profile without a country', 400, save({ firstName: 'Ann', lastName: 'Bee', email: 'a@b.co' })],
  ['saving my profile with more than is in it', 400, save({ ...names, email: 'a@b.co', isAdmin: true })],
  [
    'saving a profile, signed out',
    401,
    write('/api/profile', 'account.updateProfile', names, { method: 'PUT', token: null }),
  ],
  ['my settings', 200, read('/api/account/settings', 'account.getSettings')],
  ['my settings, signed out', 401, () => read('/api/account/settings', 'account.getSettings')(nobody)],
  ['changing one setting', 200, set({ mailsPayouts: false })],
  [
    'changing all settings',
    200,
    set({ language: 'sw', theme: null, mailsSignIns: false, analyticsConsent: true }),
  ],
  ['changing nothing', 200, set({})],
  ['a language that nobody speaks here', 400, set({ language: 'tlh' })],
  ['my data', 200, read('/api/account/export', 'account.exportData')],
  ['my data, signed out', 401, () => read('/api/account/export', 'account.exportData')(nobody)],
  ['deleting my account with a wrong password', 403, remove({ password: 'wrong' })],
  ['deleting my account without a password', 400, remove({})],
  [
    'deleting an account, signed out',
    401,
    write('/api/account/deletion', 'account.requestDeletion', { password: 'x' }, { token: null }),
  ],
]
