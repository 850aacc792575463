import type { WebhookDelivery } from '@chuma/contract/webhooks/webhooks'
import type { StateMachine } from '../state-machine.ts'

export type DeliveryState = WebhookDelivery['state']

/**
 * The trigger guard_webhook_delivery keeps `delivered` final as well. A replay is another delivery of the same event; the
 * index webhook_delivery_pending allows one on its way to an endpoint.
 */
export const deliveryMachine: StateMachine<DeliveryState> = {
  name: 'Webhook delivery',
  refusal: null,
  states: {
    pending: 'waits for its next attempt, or is being sent',
    delivered: 'accepted by the endpoint',
    failed: 'given up',
  },
  begins: [
    { to: 'pending', by: 'worker', when: 'an event is committed that the endpoint asked for' },
    { to: 'pending', by: 'staff', when: 'they send a test or a replay, and the event is not on its way' },
  ],
  moves: {
    worker: [
      { from: ['pending'], to: 'delivered', when: 'the endpoint accepts it' },
      {
        from: ['failed'],
        to: 'delivered',
        when: 'the endpoint had accepted it, and its sender was slow to say so',
      },
      {
        from: ['pending'],
        to: 'failed',
        when: 'its last attempt failed, or the endpoint is gone, off or given up',
      },
    ],
    staff: [{ from: ['pending'], to: 'failed', when: 'they switch the endpoint off or retire it' }],
  },
}
