import * as z from 'zod'
import { cleanSecret } from '../clean-text.ts'
import { confirmed } from '../confirmed.ts'
import { confirmPassword, emailAddress, line, newPassword } from '../fields.ts'
import { contactDetails } from '../inbox/inbox.ts'
import { PHONE_METHODS, WITHDRAWAL_METHODS } from '../wallet/wallet.ts'
import { fromNames } from './figures.ts'

/** What a new owner decides, in the order of the pages. */
export const SET_UP_STEPS = ['product', 'payouts', 'mail', 'economy'] as const
export type SetUpStep = (typeof SET_UP_STEPS)[number]

/** The secret of a set-up link, as the browser found it behind the `#`. */
const token = z.string().max(400).transform(cleanSecret).pipe(z.string().max(100))
export const setUpLinkInput = z.strictObject({ token })
export const openSetUp = z.object({ isOpen: z.literal(true) })

export const firstOwnerInput = confirmed(
  z.strictObject({
    token,
    username: line(60),
    email: emailAddress.optional(),
    password: newPassword,
    confirmPassword,
  }),
  'password',
)
export type FirstOwnerInput = z.infer<typeof firstOwnerInput>

const variable = z.object({ name: z.string(), isSet: z.boolean() })

export const setUpState = z.object({
  /** Nothing is left to do, or the installation was never set up in a browser. */
  isFinished: z.boolean(),
  doneSteps: z.array(z.enum(SET_UP_STEPS)),
  publicUrl: z.string(),
  isVerificationRequired: z.boolean(),
  payouts: z.object({
    provider: z.enum(['manual', 'daraja', 'simulator']),
    methods: z.array(z.enum(WITHDRAWAL_METHODS)),
    /** What payouts through Daraja need in the environment. */
    variables: z.array(variable),
    /** What payments for premium need in addition. */
    premiumVariables: z.array(variable),
    /** The other ways to a phone number, and what each needs. */
    rails: z.array(
      z.object({ method: z.enum(PHONE_METHODS), isOpen: z.boolean(), variables: z.array(variable) }),
    ),
  }),
  /** `server`: host and port without the password; null if no mail leaves. */
  mail: z.object({ server: z.string().nullable(), from: z.string() }),
  /** Nobody has chosen the rates yet. */
  isFirstEconomy: z.boolean(),
})
export type SetUpState = z.infer<typeof setUpState>

/** `economy` needs a choice of the rates first (`admin.chooseEconomyPreset`). */
export const completeSetUpStepInput = z.strictObject({ step: z.enum(SET_UP_STEPS) })
export type CompleteSetUpStepInput = z.infer<typeof completeSetUpStepInput>

/** Left out: M-Pesa. */
export const testPayoutsInput = z.strictObject({ method: z.enum(PHONE_METHODS).optional() }).optional()

/** `not-configured`: `missing` has to be set first, or people pay by hand and nothing can be tested. */
export const payoutTest = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ready') }),
  z.object({ outcome: z.literal('not-configured'), missing: z.array(z.string()) }),
  z.object({ outcome: z.literal('failed'), code: z.string(), reason: z.string() }),
])
export type PayoutTest = z.infer<typeof payoutTest>

export const sendTestMailInput = z.strictObject({ to: emailAddress })
/** `unknown`: the mail server may have accepted it. */
export const mailTest = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted') }),
  z.object({ outcome: z.literal('not-configured') }),
  z.object({ outcome: z.enum(['refused', 'unknown']), reason: z.string() }),
])
export type MailTest = z.infer<typeof mailTest>

export const finishSetUpInput = z.strictObject({ isSignUpOpen: z.boolean() })

const figures = z.object(fromNames(() => z.string()))
/** One line each; empty hides its place. */
export const changeFiguresInput = z.strictObject(fromNames(() => line(40, { min: 0 })))

/** The product's name, how to reach its operator, what its public pages claim, and whether people can sign up. */
export const product = contactDetails.extend({ name: z.string(), isSignUpOpen: z.boolean(), figures })
export type Product = z.infer<typeof product>

export const changeProductInput = z.strictObject({
  name: line(40),
  email: emailAddress,
  phone: line(40),
  address: line(200),
  /** The support hours, one line each. */
  hours: z.array(line(100)).min(1).max(7),
  isSignUpOpen: z.boolean(),
})
export type ChangeProductInput = z.infer<typeof changeProductInput>
