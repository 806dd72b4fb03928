-- A step-up ticket serves one act that asks each time. `used_for` is that act's call and idempotency key, so that a
-- repeated request still finds its answer.
alter table step_ups add column used_at timestamptz, add column used_for text;
