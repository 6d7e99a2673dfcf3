CREATE TABLE `audit_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`project` text,
	`subject` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_events_project` ON `audit_events` (`project`,`id`);--> statement-breakpoint
CREATE TABLE `blobs` (
	`hash` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `campaigns` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`project` text NOT NULL,
	`name` text NOT NULL,
	`endpoint` text NOT NULL,
	`dataset` text NOT NULL,
	`dataset_version` text NOT NULL,
	`held_out_dataset` text,
	`held_out_version` text,
	`seed` integer NOT NULL,
	`status` text NOT NULL,
	`selected_stage` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`endpoint`) REFERENCES `endpoints`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dataset`) REFERENCES `datasets`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`held_out_dataset`) REFERENCES `datasets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_id_unique` ON `campaigns` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_project_name` ON `campaigns` (`project`,`name`);--> statement-breakpoint
CREATE TABLE `case_results` (
	`run` text NOT NULL,
	`case` text NOT NULL,
	`repeat` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`group` text,
	`category` text NOT NULL,
	`priority` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`accuracy` real,
	`effectiveness` real,
	`comment` text NOT NULL,
	`reply` text NOT NULL,
	`failed_checks` text NOT NULL,
	`wall_ms` real NOT NULL,
	`ttft_ms` real,
	`prompt_tokens` integer,
	`completion_tokens` integer,
	`calls` integer NOT NULL,
	`seed` integer NOT NULL,
	`checks` text NOT NULL,
	`features` text NOT NULL,
	`finished_at` text NOT NULL,
	PRIMARY KEY(`run`, `case`, `repeat`),
	FOREIGN KEY (`run`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `case_results_state` ON `case_results` (`run`,`state`);--> statement-breakpoint
CREATE INDEX `case_results_case` ON `case_results` (`case`);--> statement-breakpoint
CREATE TABLE `cases` (
	`dataset` text NOT NULL,
	`version` text NOT NULL,
	`ordinal` integer NOT NULL,
	`id` text NOT NULL,
	`category` text NOT NULL,
	`priority` text NOT NULL,
	`language` text NOT NULL,
	`channel` text NOT NULL,
	`comment` text NOT NULL,
	`checks` integer NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`dataset`, `version`, `id`),
	FOREIGN KEY (`dataset`,`version`) REFERENCES `dataset_versions`(`dataset`,`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_ordinal` ON `cases` (`dataset`,`version`,`ordinal`);--> statement-breakpoint
CREATE INDEX `cases_category` ON `cases` (`dataset`,`version`,`category`);--> statement-breakpoint
CREATE TABLE `dataset_versions` (
	`dataset` text NOT NULL,
	`hash` text NOT NULL,
	`shared` text NOT NULL,
	`cases` integer NOT NULL,
	`actor` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`dataset`, `hash`),
	FOREIGN KEY (`dataset`) REFERENCES `datasets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `datasets` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`description` text NOT NULL,
	`synthetic` integer NOT NULL,
	`version` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `datasets_project_name` ON `datasets` (`project`,`name`);--> statement-breakpoint
CREATE TABLE `diagnoses` (
	`stage` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`stage`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`base_url` text NOT NULL,
	`model` text NOT NULL,
	`checkpoint` text NOT NULL,
	`key_variable` text NOT NULL,
	`prompt_price` real,
	`completion_price` real,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `entries` (
	`id` text PRIMARY KEY NOT NULL,
	`stage` text NOT NULL,
	`order` integer NOT NULL,
	`status` text NOT NULL,
	`revision` integer NOT NULL,
	`superseded` integer DEFAULT false NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`stage`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `entries_stage` ON `entries` (`stage`,`order`);--> statement-breakpoint
CREATE TABLE `manifest_entries` (
	`manifest_hash` text NOT NULL,
	`path` text NOT NULL,
	`blob_hash` text,
	PRIMARY KEY(`manifest_hash`, `path`),
	FOREIGN KEY (`manifest_hash`) REFERENCES `manifests`(`hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blob_hash`) REFERENCES `blobs`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `manifests` (
	`hash` text PRIMARY KEY NOT NULL,
	`base_hash` text,
	`depth` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `noise_runs` (
	`run` text PRIMARY KEY NOT NULL,
	`campaign` text NOT NULL,
	`base_run` text NOT NULL,
	FOREIGN KEY (`run`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`campaign`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`base_run`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `releases` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`channel` text NOT NULL,
	`sequence` integer NOT NULL,
	`kind` text NOT NULL,
	`version` text NOT NULL,
	`endpoint` text,
	`run` text,
	`reason` text NOT NULL,
	`actor` text NOT NULL,
	`previous` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project`,`version`) REFERENCES `versions`(`project`,`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `releases_sequence` ON `releases` (`project`,`channel`,`sequence`);--> statement-breakpoint
CREATE TABLE `runs` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`project` text NOT NULL,
	`version` text NOT NULL,
	`endpoint` text NOT NULL,
	`endpoint_at_start` text NOT NULL,
	`dataset` text NOT NULL,
	`dataset_version` text NOT NULL,
	`check_version` text NOT NULL,
	`settings` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`total` integer NOT NULL,
	`metrics` text,
	`actor` text NOT NULL,
	`created_at` text NOT NULL,
	`started_at` text,
	`finished_at` text,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dataset`) REFERENCES `datasets`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project`,`version`) REFERENCES `versions`(`project`,`hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dataset`,`dataset_version`) REFERENCES `dataset_versions`(`dataset`,`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `runs_id_unique` ON `runs` (`id`);--> statement-breakpoint
CREATE INDEX `runs_project` ON `runs` (`project`,`sequence`);--> statement-breakpoint
CREATE INDEX `runs_version` ON `runs` (`project`,`version`);--> statement-breakpoint
CREATE INDEX `runs_status` ON `runs` (`status`);--> statement-breakpoint
CREATE TABLE `stages` (
	`id` text PRIMARY KEY NOT NULL,
	`campaign` text NOT NULL,
	`index` integer NOT NULL,
	`name` text NOT NULL,
	`parent` text,
	`step` text NOT NULL,
	`base_version` text,
	`base_run` text,
	`version` text,
	`run` text,
	`held_out_run` text,
	`decision` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`campaign`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`base_run`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`held_out_run`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stages_campaign_index` ON `stages` (`campaign`,`index`);--> statement-breakpoint
CREATE INDEX `stages_version` ON `stages` (`version`);--> statement-breakpoint
CREATE TABLE `trajectories` (
	`run` text NOT NULL,
	`case` text NOT NULL,
	`repeat` integer NOT NULL,
	`body` blob NOT NULL,
	PRIMARY KEY(`run`, `case`, `repeat`),
	FOREIGN KEY (`run`,`case`,`repeat`) REFERENCES `case_results`(`run`,`case`,`repeat`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `versions` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project` text NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`parent` text,
	`origin` text NOT NULL,
	`author` text NOT NULL,
	`message` text NOT NULL,
	`created_at` text NOT NULL,
	`files` integer NOT NULL,
	`errors` integer NOT NULL,
	`warnings` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hash`) REFERENCES `manifests`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `versions_project_hash` ON `versions` (`project`,`hash`);--> statement-breakpoint
CREATE INDEX `versions_parent` ON `versions` (`project`,`parent`);