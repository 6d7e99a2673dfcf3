CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_user` ON `account` (`user_id`);--> statement-breakpoint
CREATE TABLE `api_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`person` text NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`person`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_hash_unique` ON `api_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_person` ON `api_tokens` (`person`);--> statement-breakpoint
CREATE TABLE `calibrations` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`project` text NOT NULL,
	`judge_version` text NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calibrations_id_unique` ON `calibrations` (`id`);--> statement-breakpoint
CREATE INDEX `calibrations_judge` ON `calibrations` (`project`,`judge_version`);--> statement-breakpoint
CREATE TABLE `experiments` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`project` text NOT NULL,
	`state` text NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `experiments_id_unique` ON `experiments` (`id`);--> statement-breakpoint
CREATE INDEX `experiments_project` ON `experiments` (`project`,`state`);--> statement-breakpoint
CREATE TABLE `gate_settings` (
	`project` text NOT NULL,
	`version` integer NOT NULL,
	`settings` text NOT NULL,
	`reason` text NOT NULL,
	`actor` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project`, `version`),
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `invitations` (
	`hash` text PRIMARY KEY NOT NULL,
	`person` text,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`person`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `memberships` (
	`person` text NOT NULL,
	`project` text NOT NULL,
	`role` text NOT NULL,
	PRIMARY KEY(`person`, `project`),
	FOREIGN KEY (`person`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `outcome_snapshots` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`experiment` text NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`experiment`) REFERENCES `experiments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outcome_snapshots_id_unique` ON `outcome_snapshots` (`id`);--> statement-breakpoint
CREATE INDEX `outcome_snapshots_experiment` ON `outcome_snapshots` (`experiment`);--> statement-breakpoint
CREATE TABLE `promotion_requests` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`project` text NOT NULL,
	`state` text NOT NULL,
	`requested_by_person` text,
	`body` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `promotion_requests_id_unique` ON `promotion_requests` (`id`);--> statement-breakpoint
CREATE INDEX `promotion_requests_project` ON `promotion_requests` (`project`,`state`);--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_token_unique` ON `session` (`token`);--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer NOT NULL,
	`image` text,
	`disabled` integer DEFAULT false NOT NULL,
	`last_seen_at` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE TABLE `verification` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`project` text NOT NULL,
	`webhook` text NOT NULL,
	`state` text NOT NULL,
	`next_at` text,
	`payload` text NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_id_unique` ON `webhook_deliveries` (`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_webhook` ON `webhook_deliveries` (`project`,`webhook`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`project` text NOT NULL,
	`id` text NOT NULL,
	`body` text NOT NULL,
	`created_at` text NOT NULL,
	`removed_at` text,
	`removed_by` text,
	PRIMARY KEY(`project`, `id`),
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `audit_events` ADD `hash` text;--> statement-breakpoint
ALTER TABLE `datasets` ADD `removed_at` text;--> statement-breakpoint
ALTER TABLE `datasets` ADD `removed_by` text;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `removed_at` text;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `removed_by` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `removed_at` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `removed_by` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `switched` text DEFAULT 'both' NOT NULL;--> statement-breakpoint
ALTER TABLE `releases` ADD `requested_by` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `restored` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `override` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `evidence` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `releases` ADD `gates` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `manifest` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `manifest_hash` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `signature` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `public_key` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `removed_at` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `removed_by` text;--> statement-breakpoint
ALTER TABLE `served` ADD `experiment` text;--> statement-breakpoint
ALTER TABLE `served` ADD `arm` text;--> statement-breakpoint
CREATE INDEX `served_experiment` ON `served` (`experiment`,`arm`);--> statement-breakpoint
ALTER TABLE `tool_services` ADD `removed_at` text;--> statement-breakpoint
ALTER TABLE `tool_services` ADD `removed_by` text;--> statement-breakpoint
CREATE TRIGGER `audit_events_keep` BEFORE DELETE ON `audit_events` BEGIN SELECT RAISE(ABORT, 'audit events are never deleted'); END;--> statement-breakpoint
CREATE TRIGGER `audit_events_fixed` BEFORE UPDATE ON `audit_events` WHEN OLD.`hash` IS NOT NULL BEGIN SELECT RAISE(ABORT, 'audit events are never changed'); END;--> statement-breakpoint
CREATE TRIGGER `releases_fixed` BEFORE UPDATE ON `releases` BEGIN SELECT RAISE(ABORT, 'releases are never changed'); END;
