import type { PersonalData } from '../../infra/personal-data.ts'

const BOOKS = 'The law asks for invoices, and what they are for, for ten years.'
const SANDBOX = "The sandbox's own books, as a payment gateway would keep them; there are none in production."

export const personalData: PersonalData = {
  subscriptions: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'subscriptions',
      columns: [
        'plan',
        'amount',
        'status',
        'current_period_start',
        'current_period_end',
        'trial_start',
        'trial_end',
        'trial_days',
        'cancel_at_period_end',
        'disputed',
        'created_at',
        'canceled_at',
      ],
      without: {
        provider: 'How it is billed.',
        provider_id: 'How it is billed.',
        client_secret: 'A secret.',
        payment_intent_id: 'How it is billed.',
        setup_intent_id: 'How it is billed.',
        requires_action: 'How it is billed.',
        extend_to: 'How it is billed.',
        changing_until: 'How it is billed.',
        renewal_told_for: 'Which mail was sent; `mails` has it.',
        updated_at: 'When our books were brought up to date.',
        version: 'How often our books changed.',
      },
      order: 'created_at',
    },
    erased: {
      how: 'keep',
      keeps: ['provider', 'provider_id', 'plan', 'status', 'client_secret', 'payment_intent_id', 'setup_intent_id'],
      why: BOOKS,
    },
  },
  invoices: {
    of: 'account_id = $1',
    basis: 'legal obligation',
    exported: {
      as: 'invoices',
      columns: [
        'plan',
        'amount',
        'tax',
        'currency',
        'status',
        'created_at',
        'period_start',
        'period_end',
        'refunded',
        'link',
      ],
      without: { provider_id: 'How it is billed.' },
      order: 'created_at',
    },
    erased: { how: 'keep', keeps: ['provider_id', 'plan', 'currency', 'status', 'link'], why: BOOKS },
  },
  late_payments: {
    of: 'account_id = $1',
    basis: 'legal obligation',
    exported: {
      as: 'late_payments',
      columns: ['plan', 'amount', 'why', 'since', 'settled_at', 'outcome'],
      order: 'since',
    },
    erased: { how: 'keep', keeps: ['plan', 'why', 'outcome'], why: BOOKS },
  },
  payment_customers: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'payment_customers',
      columns: ['provider', 'customer_id', 'created_at'],
      without: { creation_key: 'How it is billed.' },
    },
    erased: { how: 'follows', what: 'The row goes after their subscription and cards at the gateway (end-billing).' },
  },
  subscription_owners: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: { withheld: 'Finds the account of a subscription. The subscriptions are exported.' },
    erased: { how: 'keep', keeps: ['provider_id'], why: BOOKS },
  },
  setup_owners: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: { withheld: 'Finds the account of a card that is being added; it says nothing else.' },
    erased: { how: 'keep', keeps: ['setup_intent_id'], why: BOOKS },
  },
  customer_owners: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: { withheld: 'Finds the account of a customer. The customers are exported.' },
    erased: { how: 'follows', what: 'A trigger removes it with the customer.' },
  },
  payment_cards: {
    of: 'account_id = $1',
    basis: 'legitimate interest',
    exported: {
      as: 'payment_cards',
      columns: ['first_seen_at'],
      without: { card_hash: 'A keyed hash, which says nothing about the card.' },
      order: 'first_seen_at',
    },
    erased: { how: 'delete' },
  },
  payment_differences: {
    of: 'account_id = $1',
    basis: 'legal obligation',
    exported: { withheld: 'Notes of our bookkeeping; subscriptions and invoices have what they are about.' },
    erased: { how: 'delete' },
  },
  billing_events: { impersonal: 'Which events of the gateway were read, and which refunds were made; ids only.' },
  sandbox_subscriptions: {
    of: 'customer = $1',
    basis: 'contract',
    exported: { withheld: SANDBOX },
    erased: {
      how: 'keep',
      keeps: ['id', 'plan', 'status', 'card', 'intent_id', 'client_secret', 'intent_status', 'dispute', 'change_keys'],
      why: SANDBOX,
    },
  },
  sandbox_invoices: {
    of: 'subscription_id in (select id from sandbox_subscriptions where customer = $1)',
    basis: 'contract',
    exported: { withheld: SANDBOX },
    erased: { how: 'keep', keeps: ['id', 'subscription_id', 'plan', 'status', 'refund_keys'], why: SANDBOX },
  },
  sandbox_methods: {
    of: 'customer = $1',
    basis: 'contract',
    exported: { withheld: SANDBOX },
    erased: { how: 'follows', what: 'Cards are removed at the gateway (end-billing).' },
  },
  sandbox_setups: {
    of: 'customer = $1',
    basis: 'contract',
    exported: { withheld: SANDBOX },
    erased: { how: 'keep', keeps: ['id', 'client_secret', 'status', 'card'], why: SANDBOX },
  },
}
