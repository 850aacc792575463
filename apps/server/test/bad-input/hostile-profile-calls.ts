import type { HostileCall } from './hostile-call.ts'

type Values = { text: unknown[]; email: unknown[]; tooLong: string }

/** Calls that change a member's profile and settings, and close their account. */
export function hostileProfileCalls({ text, email, tooLong }: Values): Record<string, HostileCall> {
  const choice = ['', 'de', 'EN', 7, [], {}, true, 'a\0b', tooLong]
  const answer = ['true', '', 0, 1, null, [], {}]
  return {
    profile: {
      who: 'member',
      method: 'PUT',
      url: '/api/profile',
      path: 'account.updateProfile',
      body: { firstName: 'Ann', lastName: 'Bee', email: 'ann@example.com', country: 'Kenya' },
      wrong: { firstName: text, lastName: text, email, country: text },
    },
    settings: {
      who: 'member',
      method: 'PATCH',
      url: '/api/account/settings',
      path: 'account.updateSettings',
      body: {
        language: 'sw',
        theme: 'dark',
        mailsPayouts: true,
        mailsSignIns: false,
        analyticsConsent: true,
      },
      wrong: {
        language: choice,
        theme: choice,
        mailsPayouts: answer,
        mailsSignIns: answer,
        analyticsConsent: answer,
      },
      optional: ['language', 'theme', 'mailsPayouts', 'mailsSignIns', 'analyticsConsent'],
    },
    terms: {
      who: 'member',
      url: '/api/account/terms',
      path: 'account.answerTerms',
      body: { version: 1, isAccepted: true },
      wrong: {
        version: [0, -1, 1.5, 2_000_000_000, Number.NaN, '1', '', null, [], {}],
        isAccepted: answer,
      },
    },
    profileGroup: {
      who: 'member',
      url: '/api/profile/groups/work',
      path: 'profile.answerGroup',
      inPath: { group: 'work' },
      body: { answers: { work: ['student'], occupation: ['prefer_not'] }, isConsented: true },
      wrong: {
        answers: ['', 7, null, [], { work: 'student' }, { shoe: ['big'] }],
        isConsented: [...answer, false],
      },
    },
    profileAnswer: {
      who: 'member',
      method: 'PUT',
      url: '/api/profile/answers/county',
      path: 'profile.saveAnswer',
      inPath: { attribute: 'county' },
      body: { codes: ['lamu'], isConsented: true, source: 'page' },
      wrong: {
        codes: ['', 7, null, [], {}, [7], ['a\0b'], [tooLong], ['lamu', 'kisii']],
        isConsented: [...answer, false],
        source: choice,
      },
      optional: ['source'],
    },
    profileQuestion: {
      who: 'member',
      url: '/api/profile/question/dismiss',
      path: 'profile.dismissQuestion',
      body: { attribute: 'county' },
      wrong: { attribute: choice },
    },
    profileSharing: {
      who: 'member',
      method: 'PUT',
      url: '/api/profile/sharing',
      path: 'profile.shareProfile',
      body: { isShared: true },
      wrong: { isShared: answer },
    },
    deletion: {
      who: 'member',
      url: '/api/account/deletion',
      path: 'account.requestDeletion',
      body: { password: 'not my password' },
      wrong: { password: ['', tooLong, 7, null, [], {}] },
    },
  }
}
