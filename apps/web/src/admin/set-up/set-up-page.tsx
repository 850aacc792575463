import { type MailTest, SET_UP_STEPS, type SetUpState, type SetUpStep } from '@chuma/contract/admin/set-up'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SettingSwitch } from '../../account/settings/setting-switch.tsx'
import { StepUpDialog } from '../../auth/second-factor/step-up-form.tsx'
import { getAdminToken, useAdminToken } from '../../auth/session.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { brandName } from '../../site/from-server.ts'
import { describeRefusal, isApiError, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { useLogOutStaff } from '../../ui/frame/staff-member.tsx'
import { Page } from '../../ui/page/page.tsx'
import { MessageState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { SecondFactorSection } from '../account/second-factor-section.tsx'
import { EconomyPresetChoice } from '../economy/preset-choice.tsx'
import { ProductForm } from '../product/product-form.tsx'
import {
  type Fact,
  Facts,
  OwnerForm,
  PayoutsStep,
  type StepProps,
  StepSection,
  useCompleteStep,
} from './payouts-step.tsx'
import classes from './set-up.module.css'

/** Set up a new installation: with the link from its log at first, then as the owner whom the link created. */
export function SetUpPage() {
  const t = useT()
  const isSignedIn = useAdminToken() !== null
  const token = useLocation({ select: ({ hash }) => hash })
  return (
    <Page
      title={t('setUp.title', { name: brandName })}
      lead={t('setUp.lead')}
      aside={isSignedIn && token === '' && <LogOutButton />}
    >
      {token !== '' ? <OpenedLink token={token} /> : isSignedIn ? <OwnersSetUp /> : <WithoutLink />}
      <StepUpDialog />
    </Page>
  )
}

function LogOutButton() {
  const t = useT()
  const logOut = useLogOutStaff()
  return (
    logOut && (
      <Button variant="default" onClick={logOut}>
        {t('admin.logout')}
      </Button>
    )
  )
}

/** The first step lasts until the account has a second factor; only then the server takes the others. */
function OwnersSetUp() {
  const t = useT()
  const query = trpc.admin.getStaffMember.useQuery()
  return (
    <QueryView query={query} skeleton={<Skeletons count={2} height={160} />}>
      {(staff) => {
        if (!staff.isSetUpUnfinished)
          return <SetUpMessage title={t('setUp.overTitle')} text={t('setUp.over')} isInside />
        if (staff.isSecondFactorOn) return <SetUpSteps />
        return (
          <>
            <StepList shown="owner" doneSteps={[]} />
            <SecondFactorSection staff={staff} />
          </>
        )
      }}
    </QueryView>
  )
}

function WithoutLink() {
  const t = useT()
  return <SetUpMessage title={t('setUp.noLinkTitle')} text={t('setUp.noLink')} />
}

/** What the owner decides. Opens at the first undecided step, on every device: the server keeps what is done. */
function SetUpSteps() {
  const query = trpc.admin.getSetUp.useQuery()
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
      {(state) => <Steps state={state} />}
    </QueryView>
  )
}

function Steps({ state }: { state: SetUpState }) {
  const [opened, setOpened] = useState<ShownStep | null>(null)
  const shown = opened ?? findNext(state.doneSteps)
  const step: StepProps = { state, onDone: () => setOpened(null) }
  return (
    <>
      <StepList shown={shown} doneSteps={state.doneSteps} onOpen={setOpened} />
      {shown === 'product' && <ProductStep {...step} />}
      {shown === 'payouts' && <PayoutsStep {...step} />}
      {shown === 'mail' && <MailStep {...step} />}
      {shown === 'economy' && <EconomyStep {...step} />}
      {shown === 'live' && <LiveStep state={state} />}
    </>
  )
}

function findNext(doneSteps: readonly SetUpStep[]): ShownStep {
  return SET_UP_STEPS.find((step) => !doneSteps.includes(step)) ?? 'live'
}

function ProductStep({ onDone }: StepProps) {
  const t = useT()
  const query = trpc.admin.getProduct.useQuery()
  const complete = useCompleteStep(onDone)
  return (
    <StepSection title={t('product.title')} text={t('setUp.product')}>
      <QueryView query={query} skeleton={<Skeletons count={3} height={64} />}>
        {(product) => (
          <ProductForm
            product={product}
            submitLabel={t('setUp.saveAndGoOn')}
            onSaved={() => complete.run({ step: 'product' })}
          />
        )}
      </QueryView>
    </StepSection>
  )
}

/** The rates: a preset that an owner chooses, knowing what it costs. */
function EconomyStep({ state, onDone }: StepProps) {
  const t = useT()
  const complete = useCompleteStep(onDone)
  const goOn = () => complete.run({ step: 'economy' })
  return (
    <>
      <StepSection
        title={t('setUp.economyTitle')}
        text={t(state.isFirstEconomy ? 'setUp.firstEconomy' : 'setUp.chosenEconomy')}
      >
        {!state.isFirstEconomy && (
          <div>
            <Button disabled={complete.isPending} onClick={goOn}>
              {t('word.continue')}
            </Button>
          </div>
        )}
      </StepSection>
      <EconomyPresetChoice onChosen={goOn} />
    </>
  )
}

/** Check a link, then show the form of the owner's account; or why the link does not work. */
function OpenedLink({ token }: { token: string }) {
  const t = useT()
  const { client } = trpc.useUtils()
  const link = useQuery({
    queryKey: ['set-up-link', token],
    queryFn: () => client.admin.openSetUpLink.mutate({ token }),
  })
  const isLeaving = useLeaveUsedLink(link.error)
  if (link.error && !isLeaving) {
    const { message } = describeRefusal(link.error, t('state.failedText'))
    return <SetUpMessage title={t('setUp.badLinkTitle')} text={message} />
  }
  if (!link.data) return <Skeletons count={2} height={160} />
  return (
    <>
      <StepList shown="owner" doneSteps={[]} />
      <OwnerForm token={token} />
    </>
  )
}

/** The owner who opens the link again goes on where they stopped. */
function useLeaveUsedLink(error: unknown): boolean {
  const navigate = useNavigate()
  const isUsed = isApiError(error) && error.data?.appCode === 'SET_UP_CLOSED' && getAdminToken() !== null
  useEffect(() => {
    if (isUsed) void navigate({ to: '/set-up', hash: '', replace: true })
  }, [isUsed, navigate])
  return isUsed
}

type ShownStep = 'owner' | SetUpStep | 'live'
const SHOWN_STEPS: ShownStep[] = ['owner', ...SET_UP_STEPS, 'live']

type Props = {
  shown: ShownStep
  doneSteps: readonly SetUpStep[]
  /** Without it no step can be opened. */
  onOpen?: (step: ShownStep) => void
}

/** Where the owner is. What is done can be opened again; what comes later cannot be opened yet. */
function StepList({ shown, doneSteps, onOpen }: Props) {
  const t = useT()
  const isDone = (step: ShownStep) =>
    step === 'owner' ? shown !== 'owner' : doneSteps.some((done) => done === step)
  const next = SHOWN_STEPS.find((step) => !isDone(step))
  return (
    <ol className={classes.steps} aria-label={t('setUp.steps')}>
      {SHOWN_STEPS.map((step, at) => {
        const isShown = step === shown
        const mayOpen = onOpen && step !== 'owner' && (isDone(step) || step === next)
        return (
          <li key={step} aria-current={isShown ? 'step' : undefined}>
            <Button
              variant={isShown ? 'filled' : 'default'}
              px="sm"
              // The current step is no way to anywhere, but keeps its look.
              disabled={!isShown && !mayOpen}
              leftSection={isDone(step) && <IconCheck aria-hidden size={18} />}
              onClick={() => mayOpen && onOpen(step)}
            >
              {t('setUp.step', { at: at + 1, name: t(`setUp.name.${step}`) })}
            </Button>
          </li>
        )
      })}
    </ol>
  )
}

/** What members will find, in one list, before they are let in. */
function LiveStep({ state }: { state: SetUpState }) {
  const t = useT()
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const [isSignUpOpen, setSignUpOpen] = useState(true)
  const finish = useAction(trpc.admin.finishSetUp, {
    done: { title: t('setUp.liveToast'), message: t('setUp.liveToastText') },
    refresh: async () => {
      await navigate({ to: '/admin-dashboard' })
      void utils.admin.getStaffMember.invalidate()
    },
  })
  return (
    <StepSection title={t('setUp.liveTitle')} text={t('setUp.live')}>
      <Facts label={t('setUp.liveTitle')} facts={listFacts(t, state)} />
      <SettingSwitch
        label={t('product.signUp')}
        description={t('setUp.openHint')}
        isOn={isSignUpOpen}
        onChange={setSignUpOpen}
      />
      <div>
        <Button disabled={finish.isPending} onClick={() => finish.run({ isSignUpOpen })}>
          {t(finish.isPending ? 'setUp.finishing' : 'setUp.finish')}
        </Button>
      </div>
    </StepSection>
  )
}

function listFacts(t: Translate, state: SetUpState): Fact[] {
  const { payouts, publicUrl, isFirstEconomy } = state
  const isHttps = publicUrl.startsWith('https:')
  const methods = payouts.methods.map((method) => t(`setUp.method.${method}`))
  return [
    { text: t(isHttps ? 'setUp.address' : 'setUp.addressNotHttps', { url: publicUrl }), isWell: isHttps },
    { text: t(`setUp.provider.${payouts.provider}`), isWell: true },
    { text: t('setUp.methods', { methods: methods.join(', ') }), isWell: methods.length > 0 },
    ...listMailFacts(t, state),
    { text: t(isFirstEconomy ? 'setUp.ratesFirst' : 'setUp.ratesChosen'), isWell: !isFirstEconomy },
  ]
}

function MailStep({ state, onDone }: StepProps) {
  const t = useT()
  const complete = useCompleteStep(onDone)
  return (
    <StepSection title={t('setUp.mailTitle')} text={t('setUp.mail')}>
      <Facts label={t('setUp.mailTitle')} facts={listMailFacts(t, state)} />
      {state.mail.server !== null && <TestMail />}
      <div>
        <Button disabled={complete.isPending} onClick={() => complete.run({ step: 'mail' })}>
          {t('word.continue')}
        </Button>
      </div>
    </StepSection>
  )
}

function TestMail() {
  const t = useT()
  const form = useForm({
    initialValues: { to: '' },
    validate: { to: (to) => (to.trim() ? null : t('staff.required')) },
  })
  const send = useAction(trpc.admin.sendTestMail, { form })
  return (
    <form onSubmit={form.onSubmit((values) => send.run(values), focusFirstError(form))} noValidate>
      <Stack maw="28rem">
        <TextInput
          type="email"
          label={t('word.yourEmailAddress')}
          autoComplete="email"
          {...form.getInputProps('to')}
        />
        <div aria-live="polite">
          {send.data && (
            <p className={send.data.outcome === 'accepted' ? blocks.good : blocks.bad}>
              {sayOutcome(t, send.data, send.variables?.to ?? '')}
            </p>
          )}
        </div>
        <div>
          <Button type="submit" variant="default" disabled={send.isPending}>
            {t(send.isPending ? 'setUp.sending' : 'setUp.sendTest')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function sayOutcome(t: Translate, test: MailTest, to: string): string {
  switch (test.outcome) {
    case 'accepted':
      return t('setUp.mailAccepted', { to })
    case 'refused':
      return t('setUp.mailRefused', { reason: test.reason })
    case 'unknown':
      return t('setUp.mailUnknown', { reason: test.reason })
    case 'not-configured':
      return t('setUp.noMailServer')
  }
}

/** Whether mail leaves, and what happens to sign-up if it does not. */
function listMailFacts(t: Translate, { mail, isVerificationRequired }: SetUpState): Fact[] {
  if (mail.server !== null) {
    return [{ text: t('setUp.mailServer', { server: mail.server, from: mail.from }), isWell: true }]
  }
  const nobody = isVerificationRequired ? [{ text: t('setUp.nobodyVerified'), isWell: false }] : []
  return [{ text: t('setUp.noMailServer'), isWell: false }, ...nobody]
}

type SetUpMessageProps = { title: string; text: string; isInside?: boolean }

/** Why nothing can be set up here, and the way to the staff pages. */
function SetUpMessage({ title, text, isInside = false }: SetUpMessageProps) {
  const t = useT()
  return (
    <MessageState
      icon={<IconKey />}
      title={title}
      text={text}
      action={
        <Button renderRoot={(props) => <Link to={isInside ? '/admin' : '/admin-login'} {...props} />}>
          {t(isInside ? 'setUp.toDashboard' : 'setUp.toLogin')}
        </Button>
      }
    />
  )
}
