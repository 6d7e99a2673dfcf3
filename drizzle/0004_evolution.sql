CREATE TABLE `autopilots` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`campaign` text NOT NULL,
	`status` text NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`campaign`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `autopilots_id_unique` ON `autopilots` (`id`);--> statement-breakpoint
CREATE INDEX `autopilots_campaign` ON `autopilots` (`campaign`);--> statement-breakpoint
CREATE INDEX `autopilots_status` ON `autopilots` (`status`);--> statement-breakpoint
CREATE TABLE `credits` (
	`stage` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`stage`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `pinned_clusters` (
	`campaign` text NOT NULL,
	`id` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`campaign`, `id`),
	FOREIGN KEY (`campaign`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `trials` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`stage` text NOT NULL,
	`entry` text NOT NULL,
	`status` text NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`stage`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trials_id_unique` ON `trials` (`id`);--> statement-breakpoint
CREATE INDEX `trials_stage` ON `trials` (`stage`,`entry`);--> statement-breakpoint
CREATE INDEX `trials_status` ON `trials` (`status`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `kind` text DEFAULT 'agent' NOT NULL;--> statement-breakpoint
ALTER TABLE `stages` ADD `autopilot` text REFERENCES autopilots(id);